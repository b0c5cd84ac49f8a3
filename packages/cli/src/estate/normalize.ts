import { isDeepStrictEqual } from 'node:util';

import type { EstateFields, EstateKind } from './model/kind.ts';
import { hasFields } from './model/places.ts';
import { propertiesOf, schemaWithin, type FileSchema } from './schemas.ts';

/**
 * Converts fields to the normal form of a file: in the order of the schema, without nulls, defaults and empty values that the schema does not require.
 * Maps are sorted by key, and lists without an order by their items.
 */
export function normalFields(kind: EstateKind, schema: FileSchema, fields: EstateFields): EstateFields {
  const uniform = kind.normalize ? kind.normalize(fields) : fields;
  return normalObject(uniform, schema);
}

function normalObject(fields: EstateFields, schema: FileSchema): EstateFields {
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  const known = Object.keys(propertiesOf(schema));
  const others = Object.keys(fields)
    .filter((key) => !known.includes(key))
    .toSorted();
  // Parameters and headers are data of the caller: there, an empty value is data, too.
  const isMap = known.length === 0;
  return Object.fromEntries(
    [...known, ...others].flatMap((key): [string, unknown][] => {
      if (!Object.hasOwn(fields, key)) return [];
      const inner = schemaWithin(schema, key);
      const value = normalValue(fields[key], inner);
      if (value === undefined) return [];
      if (!isMap && !required.has(key) && (isEmpty(value) || isDefault(value, inner) || (key === 'description' && value === ''))) return [];
      return [[key, value]];
    }),
  );
}

function normalValue(value: unknown, schema: FileSchema | undefined): unknown {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item) => normalValue(item, schema && schemaWithin(schema, '*'))).filter((item) => item !== undefined);
    return schema?.['uniqueItems'] === true ? items.toSorted(byText) : items;
  }
  return hasFields(value) && schema ? normalObject(value, schema) : value;
}

const byText = (first: unknown, second: unknown): number => (JSON.stringify(first) < JSON.stringify(second) ? -1 : 1);

const isEmpty = (value: unknown): boolean =>
  (Array.isArray(value) && value.length === 0) || (hasFields(value) && Object.keys(value).length === 0);

const isDefault = (value: unknown, schema: FileSchema | undefined): boolean =>
  schema !== undefined && 'default' in schema && isDeepStrictEqual(value, normalDefault(schema));

/** The default of a schema, as a file in the normal form would have it. */
const normalDefault = (schema: FileSchema): unknown =>
  schema['uniqueItems'] === true ? (schema['default'] as unknown[]).toSorted(byText) : schema['default'];
