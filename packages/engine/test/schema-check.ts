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

/** Says what is wrong with a value, or undefined when it fits the named schema. */
export function faultOf(name: string, value: unknown): string | undefined {
  const schema = document.components.schemas[name];
  if (!schema) throw new Error(`The contract has no schema ${name}`);
  return check(schema, value, name);
}

function check(schema: JsonSchema, value: unknown, where: string): string | undefined {
  if (schema.$ref) return faultAt(schema.$ref, value, where);
  if (schema.enum && !schema.enum.includes(value)) return `${where} is ${JSON.stringify(value)}`;
  if (schema.type === 'object') return checkObject(schema, value, where);
  if (schema.type === 'array') return checkArray(schema, value, where);
  if (schema.type === 'string') {
    if (typeof value !== 'string') return `${where} is no text`;
    if (value.length > (schema.maxLength ?? Infinity) || value.length < (schema.minLength ?? 0))
      return `${where} has ${value.length} characters`;
    if (schema.pattern && !new RegExp(schema.pattern).test(value)) return `${where} does not match ${schema.pattern}`;
  }
  if (schema.type === 'integer') {
    if (!Number.isSafeInteger(value)) return `${where} is no whole number`;
    if ((value as number) < (schema.minimum ?? -Infinity) || (value as number) > (schema.maximum ?? Infinity))
      return `${where} is out of range`;
  }
  return undefined;
}

function faultAt(reference: string, value: unknown, where: string): string | undefined {
  const schema = document.components.schemas[reference.split('/').at(-1) ?? ''];
  return schema ? check(schema, value, where) : `${where}: no ${reference}`;
}

function checkArray(schema: JsonSchema, value: unknown, where: string): string | undefined {
  if (!Array.isArray(value)) return `${where} is no list`;
  if (value.length > (schema.maxItems ?? Infinity)) return `${where} has ${value.length} items`;
  for (const [index, item] of value.entries()) {
    const fault = check(schema.items ?? {}, item, `${where}[${index}]`);
    if (fault) return fault;
  }
  return undefined;
}

function checkObject(schema: JsonSchema, value: unknown, where: string): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${where} is no object`;
  const missing = schema.required?.find((name) => !(name in value));
  if (missing) return `${where} lacks ${missing}`;
  for (const [name, one] of Object.entries(value)) {
    const inner = schema.properties?.[name];
    if (!inner && schema.additionalProperties === false) return `${where} has an unknown ${name}`;
    const fault = inner ? check(inner, one, `${where}.${name}`) : undefined;
    if (fault) return fault;
  }
  return undefined;
}
