import document from '@millrace/contract/openapi.json' with { type: 'json' };

import type { EstateKind } from './model/kind.ts';
import { hasFields, pathInFile, PLACEHOLDER_PATTERN } from './model/places.ts';

/** A JSON Schema. */
export type FileSchema = Record<string, unknown>;

const COMPONENTS = document.components.schemas as unknown as Record<string, FileSchema>;
const ANNOTATIONS = new Set(['x-secret', 'examples', 'example', 'format']);

const REFERENCE: FileSchema = {
  description: 'Name of the object. Of an object in another workspace: its workspace and its name.',
  anyOf: [
    { type: 'string', minLength: 1, maxLength: 255 },
    {
      type: 'object',
      additionalProperties: false,
      required: ['workspace', 'name'],
      properties: { workspace: { type: 'string', minLength: 1, maxLength: 255 }, name: { type: 'string', minLength: 1, maxLength: 255 } },
    },
  ],
};

/** Derives the schema of the files of a kind from the request schemas of the contract. */
export function schemaOf(kind: EstateKind): FileSchema {
  const { component, fields = {}, omit = [], required = [], optional = [], either } = kind.shape;
  const base = component === undefined ? { type: 'object', properties: {} } : resolved({ $ref: `#/components/schemas/${component}` });
  const schema: FileSchema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...base,
    title: kind.noun,
    additionalProperties: false,
    properties: { ...propertiesOf(base), ...propertiesOf(resolved({ properties: fields })) },
    required: [...((base['required'] as string[] | undefined) ?? []), ...required],
    ...(either && { oneOf: either.map((name) => ({ required: [name] })) }),
  };
  for (const at of omit) dropAt(schema, at);
  for (const at of optional) makeOptional(schema, at);
  for (const { at, as } of kind.references ?? []) putReference(schema, at, pathInFile(at, as));
  for (const { at, when } of kind.secrets ?? []) if (!when) putSecret(schema, at);
  return schema;
}

/** The schema of a field, of the entries of a list or of the values of a map; undefined if it has none. */
export function schemaWithin(schema: FileSchema | undefined, key: string): FileSchema | undefined {
  if (!schema) return undefined;
  const named = propertiesOf(schema)[key];
  if (named) return named;
  const others = schema['type'] === 'array' ? schema['items'] : schema['additionalProperties'];
  return hasFields(others) ? others : undefined;
}

/** The fields that a schema names. */
export const propertiesOf = (schema: FileSchema): Record<string, FileSchema> => (schema['properties'] ?? {}) as Record<string, FileSchema>;

const SECRET: FileSchema = {
  type: 'string',
  pattern: PLACEHOLDER_PATTERN,
  description: 'A secret: `${env:NAME}`, with the name of the variable that holds it.',
};

function putSecret(schema: FileSchema, at: string): void {
  const segments = at.split('.');
  const key = segments.pop() ?? '';
  const holder = holderOf(schema, segments);
  if (!holder) throw new Error(`The contract has no field ${at}`);
  if (key === '*') holder['additionalProperties'] = SECRET;
  else holder['properties'] = { ...propertiesOf(holder), [key]: SECRET };
}

/** Copies a schema without references and without null: their targets replace the references, and a field that is null counts as left out. */
function resolved(schema: FileSchema): FileSchema {
  const { $ref, ...own } = schema;
  const target = typeof $ref === 'string' ? COMPONENTS[$ref.split('/').at(-1) ?? ''] : undefined;
  const merged: FileSchema = { ...target, ...own };
  const choices = (merged['oneOf'] as FileSchema[] | undefined)?.filter((choice) => choice['type'] !== 'null');
  if (choices?.length === 1 && choices[0]) {
    const { oneOf: _, ...rest } = merged;
    return resolved({ ...choices[0], ...rest });
  }
  const copy: FileSchema = {};
  for (const [key, value] of Object.entries(merged)) {
    if (ANNOTATIONS.has(key)) continue;
    if (key === 'properties')
      copy[key] = Object.fromEntries(Object.entries(value as FileSchema).map(([name, field]) => [name, resolved(field as FileSchema)]));
    else if (key === 'items' || (key === 'additionalProperties' && hasFields(value))) copy[key] = resolved(value as FileSchema);
    else if (key === 'anyOf' || key === 'oneOf') copy[key] = (value as FileSchema[]).map(resolved);
    else if (key === 'type' && Array.isArray(value)) copy[key] = singleType(value.filter((type) => type !== 'null'));
    else if (key === 'enum') copy[key] = (value as unknown[]).filter((item) => item !== null);
    else copy[key] = value;
  }
  // The contract ignores unknown fields for the sake of old clients. Files must not contain any: a misspelt field would have no effect.
  if (copy['properties'] !== undefined && copy['additionalProperties'] === undefined) copy['additionalProperties'] = false;
  return copy;
}

// Numbers that the server stores as text would come back as text. YAML also reads 1.10 as 1.1.
const singleType = (types: unknown[]): unknown => (types.includes('string') ? 'string' : types.length === 1 ? types[0] : types);

function holderOf(schema: FileSchema, segments: readonly string[]): FileSchema | undefined {
  let holder: FileSchema | undefined = schema;
  for (const segment of segments) holder = schemaWithin(holder, segment);
  return holder;
}

function dropAt(schema: FileSchema, at: string): void {
  const segments = at.split('.');
  const key = segments.pop() ?? '';
  const holder = holderOf(schema, segments);
  if (!holder?.['properties']) throw new Error(`The contract has no field ${at}`);
  delete propertiesOf(holder)[key];
  makeOptional(schema, at);
}

function makeOptional(schema: FileSchema, at: string): void {
  const segments = at.split('.');
  const key = segments.pop() ?? '';
  const holder = holderOf(schema, segments);
  if (holder?.['required']) holder['required'] = (holder['required'] as string[]).filter((name) => name !== key);
}

/** Replaces the schema of an id by that of a reference, under the name of the field in files. */
function putReference(schema: FileSchema, at: string, inFile: string): void {
  const segments = at.split('.');
  const last = segments.findLastIndex((segment) => segment !== '*');
  const holder = holderOf(schema, segments.slice(0, last));
  const [from = '', to = ''] = [segments[last], inFile.split('.')[last]];
  const properties = holder && propertiesOf(holder);
  const old = properties?.[from];
  if (!holder || !properties || !old) throw new Error(`The contract has no field ${at}`);
  const stars = segments.length - last - 1;
  const description = String(old['description'] ?? '')
    .replace(/^Ids of/, 'Names of')
    .replace('the id of', 'the name of');
  const entries =
    stars === 0 ? REFERENCE : { ...old, description, [old['type'] === 'array' ? 'items' : 'additionalProperties']: REFERENCE };
  holder['properties'] = Object.fromEntries(
    Object.entries(properties).map(([key, value]) => (key === from ? [to, entries] : [key, value])),
  );
  if (holder['required']) holder['required'] = (holder['required'] as string[]).map((name) => (name === from ? to : name));
}
