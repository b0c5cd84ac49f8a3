/** Checks values against the schemas of the contract, as far as the engine protocol uses JSON Schema. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type JsonSchema = {
  $ref?: string;
  type?: string;
  required?: string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
};

const document = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('@millrace/contract/openapi.json')), 'utf8')) as {
  components: { schemas: Record<string, JsonSchema> };
};

/** Returns the first violation of the named schema by a value; undefined if the value is valid. */
export function faultOf(name: string, value: unknown): string | undefined {
  const schema = document.components.schemas[name];
  if (!schema) throw new Error(`The contract has no schema ${name}`);
  return check(schema, value, name);
}

function check(schema: JsonSchema, value: unknown, path: string): string | undefined {
  if (schema.$ref) return checkReference(schema.$ref, value, path);
  if (schema.enum && !schema.enum.includes(value)) return `${path} is ${JSON.stringify(value)}`;
  if (schema.type === 'object') return checkObject(schema, value, path);
  if (schema.type === 'array') return checkArray(schema, value, path);
  if (schema.type === 'string') {
    if (typeof value !== 'string') return `${path} is not a string`;
    if (value.length > (schema.maxLength ?? Infinity) || value.length < (schema.minLength ?? 0))
      return `${path} has ${value.length} characters`;
    if (schema.pattern && !new RegExp(schema.pattern).test(value)) return `${path} does not match ${schema.pattern}`;
  }
  if (schema.type === 'integer') {
    if (!Number.isSafeInteger(value)) return `${path} is not a whole number`;
    if ((value as number) < (schema.minimum ?? -Infinity) || (value as number) > (schema.maximum ?? Infinity))
      return `${path} is out of range`;
  }
  return undefined;
}

function checkReference(reference: string, value: unknown, path: string): string | undefined {
  const schema = document.components.schemas[reference.split('/').at(-1) ?? ''];
  return schema ? check(schema, value, path) : `${path}: the contract has no ${reference}`;
}

function checkArray(schema: JsonSchema, value: unknown, path: string): string | undefined {
  if (!Array.isArray(value)) return `${path} is not a list`;
  if (value.length > (schema.maxItems ?? Infinity)) return `${path} has ${value.length} items`;
  for (const [index, item] of value.entries()) {
    const fault = check(schema.items ?? {}, item, `${path}[${index}]`);
    if (fault) return fault;
  }
  return undefined;
}

function checkObject(schema: JsonSchema, value: unknown, path: string): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${path} is not an object`;
  const missing = schema.required?.find((name) => !(name in value));
  if (missing) return `${path} lacks ${missing}`;
  for (const [name, field] of Object.entries(value)) {
    const inner = schema.properties?.[name];
    if (!inner && schema.additionalProperties === false) return `${path} has the unknown field ${name}`;
    const fault = inner ? check(inner, field, `${path}.${name}`) : undefined;
    if (fault) return fault;
  }
  return undefined;
}
