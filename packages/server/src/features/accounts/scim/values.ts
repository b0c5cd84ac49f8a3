/** Values of attributes of SCIM that several resources read in the same way. */
import type { Schema } from '@millrace/contract';
import { invalid, Problem } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { checkAs, type SchemaName } from '../../../core/http/validation.ts';
import type { ScimObject } from './bodies.ts';
import type { ScimColumn } from '../../../core/http/filter-sql.ts';

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
 * Reads a text of limited length, null if there is none. One that is stored already stays: earlier versions had no limit.
 * @rule scim.body.length
 */
export function limitedText(wanted: ScimObject, name: string, stored: string | null = null): string | null {
  const text = (wanted[name] as string | undefined) ?? null;
  if (text !== null && text !== stored && [...text].length > MAX_CHARACTERS)
    throw invalid('invalid_value', `The attribute '${name}' must have at most ${MAX_CHARACTERS} characters: shorten it.`);
  return text;
}

/** Waits for a search for objects that a body names. An unknown object is an invalid value of the body, and not a missing resource. */
export async function missingAsInvalid<T>(search: Promise<T>): Promise<T> {
  try {
    return await search;
  } catch (error) {
    throw error instanceof Problem && error.status === 404 ? invalid('invalid_value', error.message) : error;
  }
}

/** Reads the ids of a list of references; the address of a resource ends with its id. */
export function idsOf(name: string, list: unknown): string[] {
  return ((list ?? []) as { value?: string; $ref?: string }[]).map(({ value: id, $ref }) => {
    const value = id ?? $ref?.split('/').at(-1);
    if (value === undefined || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value))
      throw invalid('invalid_value', `'${value ?? ''}' in '${name}' is not the id of a resource.`);
    return value.toLowerCase();
  });
}

/** The columns of the attributes in `meta`. */
export const timeColumns = (resourceType: string, created: Sql, lastModified: Sql): Record<string, ScimColumn> => ({
  'meta.resourcetype': { kind: 'text', value: sql`${resourceType}::text` },
  'meta.created': { kind: 'time', value: created },
  'meta.lastmodified': { kind: 'time', value: lastModified },
});
