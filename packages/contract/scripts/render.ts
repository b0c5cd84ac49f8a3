/**
 * Merges sections/<name>/openapi.yaml into one document, and renders the generated files of the contract; scripts/generate.ts of the repository writes
 * them.
 */
import { readFile } from 'node:fs/promises';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { parse } from 'yaml';
import { sectionFiles } from '../src/ledgers.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
const NOTE = '// Generated from sections/*/openapi.yaml by `npm run generate`.';

/** The refusals of every operation that is not public, by status: the names of their responses without the prefix of the surface. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  500: 'ServerError',
};

type Parameter = { name: string; in: string };
type RequestBody = { content: Record<string, { example?: unknown }> };
type Operation = {
  operationId: string;
  tags: string[];
  parameters?: Parameter[];
  responses: Record<string, unknown>;
  requestBody?: RequestBody;
  security?: unknown[];
  'x-rate-tier'?: number;
  'x-scopes'?: string[];
};
type PathItem = Partial<Record<(typeof METHODS)[number], Operation>> & { parameters?: Parameter[] };
/**
 * `surface` is the prefix of the names of its refusals; `refusals` lists the statuses that its operations have (default: all); `scopes` are those of
 * its operations without `x-scopes`.
 */
type Section = { name: string; description: string; surface?: string; refusals?: number[]; scopes?: string[] };
type Parts = { paths: Record<string, PathItem>; components: Record<string, Record<string, unknown>> };
type Document = Parts & { tags: { name: string; description: string }[] };

/** Returns the content of each generated file by its name in src/. Reads the sections and writes nothing. */
export async function render(): Promise<Readonly<Record<string, string>>> {
  const document = await merge();
  const types = astToString(
    await openapiTS(withoutExamples(document) as unknown as OpenAPI3, { alphabetize: true, defaultNonNullable: false }),
  );
  return {
    'openapi.gen.json': `${JSON.stringify(document, null, 1)}\n`,
    'spec.gen.ts': `${NOTE}\n${types}`,
    'operations.gen.ts': `${NOTE}\n/** Every operation of the API by its route literal. A token with scopes needs one of the scopes of the operation. */\nexport const operations = {\n${operationLines(document.paths).join('\n')}\n} as const;\n`,
  };
}

/** Merges all sections. Throws when two sections define the same path or component. */
async function merge(): Promise<Document> {
  const merged: Document = { paths: {}, components: {}, tags: [] };
  let head: Record<string, unknown> = {};
  for (const { folder, url } of sectionFiles('openapi.yaml')) {
    const { section, paths = {}, components = {}, ...rest } = parse(await readFile(url, 'utf8')) as Partial<Parts> & { section?: Section };
    head = { ...head, ...rest };
    if (section) {
      merged.tags.push({ name: section.name, description: section.description });
      for (const [path, item] of Object.entries(paths)) addSharedParts(path, item, section);
    }
    addAll(merged.paths, paths, folder);
    for (const [kind, entries] of Object.entries(components)) addAll((merged.components[kind] ??= {}), entries, folder);
  }
  return { ...head, ...merged };
}

/** Adds the parts that a section does not repeat to the operations of a path: the tag, the scopes, the ids in the path and the refusals. */
function addSharedParts(path: string, item: PathItem, section: Section): void {
  const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const operations = METHODS.flatMap((method) => item[method] ?? []);
  const described = [item, ...operations].flatMap(({ parameters = [] }) => parameters.filter((parameter) => parameter.in === 'path'));
  const ids = variables.filter((name) => !described.some((parameter) => parameter.name === name));
  if (ids.length > 0) item.parameters = [...ids.map(idParameter), ...(item.parameters ?? [])];
  for (const operation of operations) {
    operation.tags = [section.name];
    if (operation.security === undefined) operation['x-scopes'] ??= section.scopes ?? ['user_default'];
    // Paths below /api/v1 have the refusals of the tenant API, except those of a section with the surface Flat.
    addRefusals(
      operation,
      { ...section, ...(path.startsWith('/api/v1/') && { surface: section.surface === 'Flat' ? 'Flat' : 'Tenant' }) },
      variables.length > 0,
    );
  }
}

const idParameter = (name: string) => ({ name, in: 'path', required: true, schema: { $ref: '#/components/schemas/Id' } });

function addRefusals({ responses, security, requestBody, 'x-rate-tier': tier }: Operation, section: Section, hasVariables: boolean): void {
  const prefix = `#/components/responses/${section.surface ?? ''}`;
  // Both come before the path of the request is known.
  responses['408'] ??= { $ref: '#/components/responses/TooSlow' };
  responses['431'] ??= { $ref: '#/components/responses/HeadersTooLarge' };
  const isPublic = security?.length === 0;
  const statuses = section.refusals ?? Object.keys(REFUSALS).map(Number);
  for (const status of isPublic ? [] : statuses)
    if (status !== 404 || hasVariables) responses[status] ??= { $ref: `${prefix}${REFUSALS[status]}` };
  if (tier !== undefined) responses['429'] ??= { $ref: `${prefix}TooManyRequests` };
  // Any operation that can fail may find the database unavailable, and any body may be too large.
  if (responses['500'] === undefined) return;
  responses['503'] ??= { $ref: `${prefix}Unavailable` };
  if (requestBody !== undefined) responses['413'] ??= { $ref: `${prefix}TooLarge` };
}

/** Copies the document without the examples of request bodies: in the types they would be comments that are longer than the types. */
function withoutExamples(document: Document): Document {
  const copy = structuredClone(document);
  for (const item of Object.values(copy.paths))
    for (const method of METHODS) for (const media of Object.values(item[method]?.requestBody?.content ?? {})) delete media.example;
  return copy;
}

function addAll<T>(into: Record<string, T>, entries: Record<string, T>, folder: string): void {
  for (const [key, value] of Object.entries(entries)) {
    if (key in into) throw new Error(`sections/${folder}/openapi.yaml: ${key} is defined twice`);
    into[key] = value;
  }
}

function operationLines(paths: Parts['paths']): string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const { operationId, tags, responses, 'x-scopes': scopes = [] } = operation;
      const facts = [
        `name: '${operationId}'`,
        `section: '${tags[0]}'`,
        `statuses: [${Object.keys(responses).join(', ')}]`,
        `scopes: [${scopes.map((scope) => `'${scope}'`).join(', ')}]`,
      ];
      return [`  '${method.toUpperCase()} ${path}': { ${facts.join(', ')} },`];
    }),
  );
}
