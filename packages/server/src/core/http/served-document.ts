/** The served OpenAPI document: the contract, with the permission and the scopes of each operation. */
import { type Allow, operations, SCOPES } from '@millrace/contract';
import document from '@millrace/contract/openapi.json' with { type: 'json' };
import { isNullable } from './absent-fields.ts';
import type { Feature } from './feature.ts';
import { resolveReference } from './validation.ts';

/** The description of a permission. */
export function allowText(allow: Allow): string {
  if (typeof allow === 'object') return allow.anyOf.join(' or ');
  if (allow === 'public') return 'none';
  if (allow === 'signed-in') return 'any signed-in caller';
  if (allow === 'dynamic-engine') return 'the credential of the operator of a dynamic engine';
  return allow === 'engine' ? 'the credential of a paired engine' : allow;
}

const descriptions = Object.fromEntries(Object.entries(SCOPES).map(([name, scope]) => [name, scope.description]));

/** Tokens with scopes, for readers and for generators of clients. */
const OAUTH2 = {
  type: 'oauth2',
  description: 'Access token of an OAuth client. It needs one of the scopes of an operation, and its account the permission.',
  flows: {
    authorizationCode: { authorizationUrl: '/oauth/authorize', tokenUrl: '/oauth/token', refreshUrl: '/oauth/token', scopes: descriptions },
    clientCredentials: { tokenUrl: '/oauth/token', scopes: descriptions },
  },
};

/** The credentials for an operation, each of which is enough: any other token, or a token with one of the scopes. */
const withScopes = (scopes: readonly string[]) =>
  scopes.length > 0 && { security: [...document.security, ...scopes.map((scope) => ({ oauth2: [scope] }))] };

/** The contract with `x-permission` and the scopes on each operation that is served; the others are left out. */
export function servedDocument(features: readonly Feature[]): object {
  const paths: Record<string, Record<string, unknown>> = {};
  const source = document.paths as unknown as Record<string, Record<string, object>>;
  for (const { route, allow } of features.flatMap((feature) => feature.endpoints)) {
    const [method = '', path = ''] = route.split(' ');
    const item = source[path] ?? {};
    const served = (paths[path] ??= 'parameters' in item ? { parameters: item['parameters'] } : {});
    served[method.toLowerCase()] = {
      ...item[method.toLowerCase()],
      ...withScopes(operations[route].scopes),
      'x-permission': allowText(allow),
    };
  }
  const securitySchemes = { ...document.components.securitySchemes, oauth2: OAUTH2 };
  return withPublishedSchemas({ ...document, components: { ...document.components, securitySchemes }, paths });
}

type Json = Record<string, unknown>;

/** What a published form keeps of the schema that it replaces. */
const KEPT: ReadonlySet<string> = new Set(['description', 'examples', 'default', 'x-secret']);

/**
 * Returns a copy of a document in a form that generators can compile: each schema with `x-published` is replaced by that form, and components that
 * nothing refers to any more are left out. The server checks requests against the exact schema. Optional fields of JSON bodies show that they accept null.
 */
function withPublishedSchemas<Document extends { components: object; paths: object }>(document: Document): Document {
  const published = inPublishedForm(document) as Document;
  addNulls(published);
  const reached = new Set<string>();
  reach({ ...published, components: {} }, published, reached);
  const components = Object.fromEntries(
    Object.entries(published.components as Record<string, Json>).map(([kind, entries]) => [
      kind,
      kind === 'securitySchemes'
        ? entries
        : Object.fromEntries(Object.entries(entries).filter(([name]) => reached.has(`#/components/${kind}/${name}`))),
    ]),
  );
  return { ...published, components };
}

function inPublishedForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inPublishedForm);
  if (typeof value !== 'object' || value === null) return value;
  const form = (value as Json)['x-published'];
  if (form === undefined) return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inPublishedForm(part)]));
  return { ...Object.fromEntries(Object.entries(value).filter(([key]) => KEPT.has(key))), ...(form as Json) };
}

/**
 * Adds null to each optional field of a JSON body, because it counts as absent there (absent-fields.ts). A schema that answers have, too, shows it there
 * as well. Changes the document.
 */
function addNulls(document: Json): void {
  const seen = new Set<unknown>();
  for (const item of Object.values(document['paths'] as Record<string, Json>))
    for (const operation of Object.values(item))
      for (const [type, { schema }] of Object.entries((operation as Operation).requestBody?.content ?? {}))
        if (type.endsWith('json')) addNullsIn(schema, document, seen);
        // The parts of a form cannot be null, but fields of their JSON can.
        else for (const part of Object.values(fieldsOf(schema, document))) addNullsIn(part, document, seen);
}

type Operation = { requestBody?: { content: Record<string, { schema: Json }> } };

const fieldsOf = (schema: Json, document: Json): Record<string, Json> =>
  (resolve(schema, document)['properties'] ?? {}) as Record<string, Json>;

function addNullsIn(given: Json, document: Json, seen: Set<unknown>): void {
  const schema = resolve(given, document);
  // An object with fields of any name has no absent fields.
  if (seen.has(schema) || (schema['additionalProperties'] ?? false) !== false) return;
  seen.add(schema);
  const fields = fieldsOf(schema, document);
  const required = (schema['required'] ?? []) as string[];
  for (const [name, field] of Object.entries(fields)) {
    addNullsIn(field, document, seen);
    if (!required.includes(name)) fields[name] = withNull(field, document);
  }
  for (const part of [schema['items'] ?? [], ...COMBINATIONS.map((keyword) => schema[keyword] ?? [])].flat())
    addNullsIn(part as Json, document, seen);
}

const COMBINATIONS = ['allOf', 'oneOf', 'anyOf'];
const NULL = { type: 'null' };

function withNull(field: Json, document: Json): Json {
  if (isNullable(field, (reference) => resolveReference(reference, document) as Json)) return field;
  const { $ref, type, enum: values, allOf, oneOf, anyOf, ...others } = withoutEnumDefault(field, document);
  if ($ref !== undefined) return { ...others, oneOf: [{ $ref }, NULL] };
  if (type !== undefined)
    return { ...others, type: [type, 'null'].flat(), ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }) };
  if (oneOf !== undefined) return { ...others, oneOf: [...(oneOf as Json[]), NULL] };
  return { ...others, oneOf: [...((allOf ?? anyOf) as Json[]), NULL] };
}

/** Generators of Go cannot compile the default of an enum that may be null, so its description says the default. */
function withoutEnumDefault(field: Json, document: Json): Json {
  const { default: value, ...others } = field;
  const target = resolve(([field['allOf'] ?? []].flat()[0] as Json | undefined) ?? field, document);
  if (value === undefined || !('enum' in target)) return field;
  return { ...others, description: `${String(field['description'] ?? target['description'] ?? '')} Default: ${String(value)}.`.trim() };
}

/** Adds the references of a value, and of the components that they name. */
function reach(value: unknown, document: Json, reached: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const reference = (value as Json)['$ref'];
  if (typeof reference === 'string' && !reached.has(reference)) {
    reached.add(reference);
    reach(resolveReference(reference, document), document, reached);
  }
  for (const part of Object.values(value)) reach(part, document, reached);
}

const resolve = (schema: Json, document: Json): Json =>
  typeof schema['$ref'] === 'string' ? resolve(resolveReference(schema['$ref'], document) as Json, document) : schema;
