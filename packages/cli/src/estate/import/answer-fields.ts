import type { EstateFields } from '../model/kind.ts';
import { hasFields } from '../model/places.ts';

/** The text of a field, or undefined. Numbers count as text, because services answer with both. */
export function textAt(fields: unknown, key: string): string | undefined {
  const value = hasFields(fields) ? fields[key] : undefined;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The object of a field, or undefined. */
export function objectAt(fields: unknown, key: string): EstateFields | undefined {
  const value = hasFields(fields) ? fields[key] : undefined;
  return hasFields(value) ? value : undefined;
}

/** The list of a field; empty where it is missing or something else. */
export function listAt(fields: unknown, key: string): unknown[] {
  const value: unknown = hasFields(fields) ? fields[key] : undefined;
  return Array.isArray(value) ? value : [];
}

/** The texts of a list. */
export const textEntries = (list: readonly unknown[]): string[] =>
  list.filter((item): item is string => typeof item === 'string' && item !== '');

/** The id of an entry of a list. Lists of tasks and plans call it `executable`. */
export const idIn = (entry: unknown): string | undefined => textAt(entry, 'id') ?? textAt(entry, 'executable');

/** Returns a copy of a value without the field or the item at a path. */
export function withoutPath(value: unknown, path: readonly (string | number)[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return undefined;
  if (Array.isArray(value)) {
    const index = Number(key);
    return rest.length === 0 ? value.toSpliced(index, 1) : value.with(index, withoutPath(value[index], rest));
  }
  if (!hasFields(value)) return value;
  const { [key]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...value, [key]: withoutPath(inner, rest) };
}

/** Returns a copy of a value in which the value at a path is replaced. */
export function withValueAt(value: unknown, path: readonly (string | number)[], replacement: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  if (Array.isArray(value)) return value.with(Number(key), withValueAt(value[Number(key)], rest, replacement));
  return hasFields(value) ? { ...value, [key]: withValueAt(value[key], rest, replacement) } : value;
}
