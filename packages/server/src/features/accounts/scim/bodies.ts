/** Reads resources that callers send, and their values. Names of attributes match in any letter case (RFC 7643, section 2.1). */
import type { Schema } from '@millrace/contract';
import { invalid, Problem } from '../../../core/base/problem.ts';
import { checkAs, type SchemaName } from '../../../core/http/validation.ts';
import { COMMON_ATTRIBUTES, type ScimAttribute, type ScimSchema } from './schemas.ts';

/** A resource, or a complex attribute of one, as JSON. */
export type ScimObject = Record<string, unknown>;

/** Finds an attribute by its name in any letter case, among the attributes of a resource or of a complex attribute; undefined if there is none. */
export const findAttribute = (attributes: readonly ScimAttribute[], name: string): ScimAttribute | undefined =>
  attributes.find((one) => one.name.toLowerCase() === name.toLowerCase());

/** The attributes of a resource, with those that every resource has. */
export const attributesOf = (schema: ScimSchema): readonly ScimAttribute[] => [...COMMON_ATTRIBUTES, ...schema.attributes];

/** Returns whether a value is an object and no list. */
export const isScimObject = (value: unknown): value is ScimObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a resource: canonical names and values of the right types. Leaves out unknown and read-only attributes. Refuses values of a wrong type, and a
 * resource without a required attribute; one that the known resource does not have either may be missing, so that what a read answers can be written.
 * @rule scim.body.unknown
 * @rule scim.body.required
 */
export function readResource(body: ScimObject, schema: ScimSchema, known?: ScimObject): ScimObject {
  const resource = readObject(body, attributesOf(schema));
  for (const { name, required } of schema.attributes)
    if (required && resource[name] === undefined && !(known && known[name] === undefined))
      throw invalid('invalid_value', `The attribute '${name}' is missing.`);
  return resource;
}

function readObject(value: ScimObject, attributes: readonly ScimAttribute[], prefix = ''): ScimObject {
  const read: ScimObject = {};
  for (const [name, part] of Object.entries(value)) {
    const attribute = findAttribute(attributes, name);
    if (!attribute || attribute.mutability === 'readOnly') continue;
    const found = readAttribute(part, attribute, `${prefix}${attribute.name}`);
    if (found !== undefined) read[attribute.name] = found;
  }
  return read;
}

/**
 * Reads the value of an attribute, or refuses one of another type. Null means no value; a single value of a list attribute becomes a list. A text in a
 * list of references is an id.
 * @rule scim.groups.plain-member
 */
export function readAttribute(value: unknown, attribute: ScimAttribute, path: string = attribute.name): unknown {
  if (value === null || value === undefined) return undefined;
  if (!attribute.multiValued) return readSingle(value, attribute, path);
  const isReference = attribute.subAttributes?.some(({ name }) => name === '$ref') === true;
  return [value]
    .flat()
    .map((element) => readSingle(isReference && typeof element === 'string' ? { value: element } : element, attribute, path));
}

function readSingle(value: unknown, { type, subAttributes = [] }: ScimAttribute, path: string): unknown {
  if (type === 'complex') {
    if (isScimObject(value)) return readObject(value, subAttributes, `${path}.`);
    throw invalid('invalid_value', `The attribute '${path}' must be an object.`);
  }
  if (type === 'boolean') {
    // Some identity providers send booleans as texts.
    if (typeof value === 'string' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
    if (typeof value === 'boolean') return value;
    throw invalid('invalid_value', `The attribute '${path}' must be true or false.`);
  }
  if (typeof value === 'string') return value;
  throw invalid('invalid_value', `The attribute '${path}' must be a text.`);
}

/** Checks a value against a schema of the contract, and refuses it as a value of SCIM. */
export function checkedAs<Name extends SchemaName>(name: Name, value: object): Schema<Name> {
  try {
    return checkAs(name, 'resource', value);
  } catch (error) {
    throw error instanceof Problem ? invalid('invalid_value', error.message) : error;
  }
}

const MAX_CHARACTERS = 255;

/**
 * Reads the text of an attribute; null if there is none. Refuses one that is too long, unless it is stored already: earlier versions had no limit.
 * @rule scim.body.length
 */
export function limitedText(wanted: ScimObject, name: string, stored: string | null = null): string | null {
  const text = (wanted[name] as string | undefined) ?? null;
  if (text !== null && text !== stored && [...text].length > MAX_CHARACTERS)
    throw invalid('invalid_value', `The attribute '${name}' must have at most ${MAX_CHARACTERS} characters: shorten it.`);
  return text;
}

/**
 * Waits for a search for objects that a body names. Turns the refusal of an unknown object into that of an invalid value: no resource of the path is
 * missing.
 */
export async function missingAsInvalid<T>(search: Promise<T>): Promise<T> {
  try {
    return await search;
  } catch (error) {
    throw error instanceof Problem && error.status === 404 ? invalid('invalid_value', error.message) : error;
  }
}

/** Reads the ids of a list of references; the address of a resource ends with its id. Refuses what is no id. */
export function idsOf(name: string, list: unknown): string[] {
  return ((list ?? []) as { value?: string; $ref?: string }[]).map(({ value: id, $ref }) => {
    const value = id ?? $ref?.split('/').at(-1);
    if (value === undefined || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value))
      throw invalid('invalid_value', `'${value ?? ''}' in '${name}' is not the id of a resource.`);
    return value.toLowerCase();
  });
}
