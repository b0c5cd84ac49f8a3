/** Merges openapi/*.yaml into one document and writes the generated files of the contract. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { parse } from 'yaml';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
const NOTE = '// Generated from openapi/*.yaml by `npm run generate`.';

type RequestBody = { content: Record<string, { example?: unknown }> };
type Operation = { operationId: string; tags: string[]; responses: Record<string, { $ref?: string }>; requestBody?: RequestBody };
type Parts = { paths: Record<string, Record<string, Operation>>; components: Record<string, Record<string, unknown>>; tags: unknown[] };

const folder = new URL('../openapi/', import.meta.url);
const target = new URL('../src/', import.meta.url);

/** What the generated files must hold, by their names in src/; reads the sections and writes nothing. */
export async function render(): Promise<Readonly<Record<string, string>>> {
  const document = await merge();
  const types = astToString(
    await openapiTS(withoutExamples(document) as unknown as OpenAPI3, { alphabetize: true, defaultNonNullable: false }),
  );
  return {
    'openapi.gen.json': `${JSON.stringify(document, null, 1)}\n`,
    'spec.gen.ts': `${NOTE}\n${types}`,
    'operations.gen.ts': `${NOTE}\n/** Every operation of the API by its route literal. */\nexport const operations = {\n${operationLines(document.paths).join('\n')}\n} as const;\n`,
  };
}

/** Writes the generated files and returns the names of those that changed. */
export async function generate(): Promise<string[]> {
  const changed: string[] = [];
  for (const [name, text] of Object.entries(await render())) {
    const file = new URL(name, target);
    if ((await readFile(file, 'utf8').catch(() => undefined)) === text) continue;
    await writeFile(file, text);
    changed.push(name);
  }
  return changed;
}

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
  addRefusalsOfAll(merged.paths);
  return { ...head, ...merged };
}

/** Any operation with a body may find it too large, and any that can fail at all may find the database away: said once here, not in each section. */
function addRefusalsOfAll(paths: Parts['paths']): void {
  for (const item of Object.values(paths)) {
    for (const operation of METHODS.map((method) => item[method])) {
      const fault = operation?.responses['500']?.$ref;
      if (!operation || fault === undefined) continue;
      const prefix = fault.replace(/ServerError$/, '');
      operation.responses['503'] ??= { $ref: `${prefix}Unavailable` };
      if (operation.requestBody !== undefined) operation.responses['413'] ??= { $ref: `${prefix}TooLarge` };
    }
  }
}

/** A copy whose request bodies have no examples: in the types they would be comments, longer than the types. */
function withoutExamples<Document extends Parts>(document: Document): Document {
  const copy = structuredClone(document);
  for (const item of Object.values(copy.paths))
    for (const method of METHODS) for (const media of Object.values(item[method]?.requestBody?.content ?? {})) delete media.example;
  return copy;
}

function addAll<T>(into: Record<string, T>, entries: Record<string, T>, file: string): void {
  for (const [key, value] of Object.entries(entries)) {
    if (key in into) throw new Error(`${file}: ${key} is defined twice`);
    into[key] = value;
  }
}

function operationLines(paths: Parts['paths']): string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const { operationId, tags, responses } = operation;
      return [
        `  '${method.toUpperCase()} ${path}': { name: '${operationId}', section: '${tags[0]}', statuses: [${Object.keys(responses).join(', ')}] },`,
      ];
    }),
  );
}
