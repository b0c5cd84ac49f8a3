/** Merges openapi/*.yaml into one document and writes the generated files of the contract. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { parse } from 'yaml';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

type Operation = { operationId: string; tags: string[]; responses: Record<string, unknown> };
type Parts = { paths: Record<string, Record<string, Operation>>; components: Record<string, Record<string, unknown>>; tags: unknown[] };

const folder = new URL('../openapi/', import.meta.url);
const target = new URL('../src/', import.meta.url);

/** Reads every section and refuses two definitions of one name. */
async function merge(): Promise<Record<string, unknown> & Parts> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).toSorted();
  const merged: Parts = { paths: {}, components: {}, tags: [] };
  let head: Record<string, unknown> = {};
  for (const name of names) {
    const { paths = {}, components = {}, tags = [], ...rest } = parse(await readFile(new URL(name, folder), 'utf8')) as Parts;
    head = { ...head, ...rest };
    merged.tags.push(...tags);
    addAll(merged.paths, paths, name);
    for (const [kind, entries] of Object.entries(components)) addAll((merged.components[kind] ??= {}), entries, name);
  }
  return { ...head, ...merged };
}

function addAll<T>(into: Record<string, T>, entries: Record<string, T>, file: string): void {
  for (const [key, value] of Object.entries(entries)) {
    if (key in into) throw new Error(`${file}: ${key} is defined twice`);
    into[key] = value;
  }
}

const document = await merge();
await writeFile(new URL('openapi.gen.json', target), `${JSON.stringify(document, null, 1)}\n`);

const types = astToString(await openapiTS(document as unknown as OpenAPI3, { alphabetize: true, defaultNonNullable: false }));
await writeFile(new URL('spec.gen.ts', target), `// Generated from openapi/*.yaml by \`npm run generate\`.\n${types}`);

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method];
    if (!operation) return [];
    return [
      `  '${method.toUpperCase()} ${path}': { name: '${operation.operationId}', section: '${operation.tags[0]}', statuses: [${Object.keys(operation.responses).join(', ')}] },`,
    ];
  }),
);
await writeFile(
  new URL('operations.gen.ts', target),
  `// Generated from openapi/*.yaml by \`npm run generate\`.\n/** Every operation of the API by its route literal. */\nexport const operations = {\n${operations.join('\n')}\n} as const;\n`,
);
console.log(`${operations.length} operations`);
