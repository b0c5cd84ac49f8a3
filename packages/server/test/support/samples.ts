/** Values for requests, generated from the contract: minimal valid ones and invalid ones. */
import document from '@millrace/contract/openapi.json' with { type: 'json' };
import { findOperation } from '../../src/core/http/validation.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  examples?: unknown[];
  minimum?: number;
  minItems?: number;
  maxLength?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
};
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };

/** Texts, at least one for each pattern of the contract. */
const TEXTS = ['sample', 'sample@example.com', '0'.repeat(64), '1.0.0', '2021-03'];

/** The input of an operation, by its part of the request. References are resolved at the top level. */
export type Shape = { path: Parameter[]; query: Parameter[]; body: Schema | undefined; needsBody: boolean; parts: Schema | undefined };

/** Returns the input of an operation by its route literal. */
export function shapeOf(route: string): Shape {
  const operation = findOperation(route);
  const parameters = (operation.parameters ?? []).map((parameter) => resolved(parameter as Schema) as unknown as Parameter);
  const content = (operation.requestBody?.content ?? {}) as Record<string, { schema: Schema }>;
  const schemaOf = (type: string): Schema | undefined => content[type] && resolved(content[type].schema);
  return {
    path: parameters.filter((parameter) => parameter.in === 'path'),
    query: parameters.filter((parameter) => parameter.in === 'query'),
    body: 'text/plain' in content ? undefined : (schemaOf('application/json') ?? schemaOf('application/scim+json')),
    needsBody: operation.requestBody?.required !== false,
    parts: schemaOf('multipart/form-data'),
  };
}

/** Returns a minimal valid value; ids are new. */
export function sampleOf(schema: Schema): unknown {
  const { type, enum: choices, examples, format, pattern, minimum, minItems, required = [], properties = {} } = resolved(schema);
  if (examples) return examples[0];
  if (choices) return choices[0];
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === 'object') return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {})]));
  if (kind === 'array') return Array.from({ length: minItems ?? 0 }, () => sampleOf(resolved(schema).items ?? {}));
  if (kind === 'integer' || kind === 'number') return minimum ?? 0;
  if (kind === 'boolean') return false;
  if (format === 'uuid') return crypto.randomUUID();
  if (format === 'date-time') return '2026-01-01T00:00:00.000Z';
  return TEXTS.find((text) => pattern === undefined || new RegExp(pattern).test(text)) ?? '';
}

/** Returns a minimal valid value, with null for each optional field, at any depth. */
export function sampleWithNulls(schema: Schema): unknown {
  const { type, required = [], properties = {}, items, minItems } = resolved(schema);
  if ([type].flat()[0] === 'array') return Array.from({ length: minItems ?? 0 }, () => sampleWithNulls(items ?? {}));
  if ([type].flat()[0] !== 'object') return sampleOf(schema);
  const valueOf = (name: string): unknown => (required.includes(name) ? sampleWithNulls(properties[name] ?? {}) : null);
  return Object.fromEntries(Object.keys(properties).map((name) => [name, valueOf(name)]));
}

/** Returns whether null is valid. */
export function acceptsNull(schema: Schema): boolean {
  const { type, enum: choices } = resolved(schema);
  return type === undefined && choices === undefined ? true : [type].flat().includes('null');
}

/** Returns a value of a wrong type; undefined if the schema allows any type. */
export function wrongOf(schema: Schema): unknown {
  const { type, enum: choices } = resolved(schema);
  if (type === undefined && choices === undefined) return undefined;
  return [type].flat().includes('object') ? 'not an object' : { not: 'this' };
}

/** Returns whether the schema forbids unknown fields. */
export const forbidsUnknownFields = (schema: Schema): boolean => resolved(schema).additionalProperties === false;

/** Returns a schema or parameter with its reference resolved. */
export function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const target = schema.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
  return resolved(target as Schema);
}
