import { createHash } from 'node:crypto';
import type { EstateFields } from './kind.ts';

/** A value within the fields of a file, with the object or list that holds it. */
type FoundPlace = { path: readonly (string | number)[]; holder: EstateFields; value: unknown };

/** Whether a value is an object with fields, and not a list or a placeholder. */
export function hasFields(value: unknown): value is EstateFields {
  return (
    typeof value === 'object' &&
    value !== null &&
    (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null)
  );
}

/** Finds the values at a path such as `steps.*.taskIds.*`. The holder is the nearest object with fields. */
export function placesAt(fields: EstateFields, at: string): FoundPlace[] {
  let found: FoundPlace[] = [{ path: [], holder: fields, value: fields }];
  for (const segment of at.split('.')) {
    found = found.flatMap(({ path, holder, value }) => {
      if (Array.isArray(value))
        return segment === '*' ? value.map((item, index) => ({ path: [...path, index], holder, value: item as unknown })) : [];
      if (!hasFields(value)) return [];
      const keys = segment === '*' ? Object.keys(value) : Object.hasOwn(value, segment) ? [segment] : [];
      return keys.map((key) => ({ path: [...path, key], holder: value, value: value[key] }));
    });
  }
  return found;
}

/**
 * Returns a copy in which the values at a path are replaced. `rename` is the new name of the last field of the path. Fields keep their order.
 */
export function replaceAt(
  fields: EstateFields,
  at: string,
  rename: string | undefined,
  replace: (value: unknown, holder: EstateFields) => unknown,
): EstateFields {
  const segments = at.split('.');
  const last = segments.findLastIndex((segment) => segment !== '*');
  const walk = (value: unknown, depth: number, holder: EstateFields): unknown => {
    const segment = segments[depth];
    if (segment === undefined) return value === undefined ? undefined : replace(value, holder);
    if (Array.isArray(value)) return segment === '*' ? value.map((item) => walk(item, depth + 1, holder)) : value;
    if (!hasFields(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        if (segment !== '*' && key !== segment) return [key, item];
        return [depth === last && rename !== undefined ? rename : key, walk(item, depth + 1, value)];
      }),
    );
  };
  return walk(fields, 0, fields) as EstateFields;
}

/** The path of a field of the file, where the contract names it after the id. */
export function pathInFile(at: string, as: string | undefined): string {
  if (as === undefined) return at;
  const segments = at.split('.');
  segments[segments.findLastIndex((segment) => segment !== '*')] = as;
  return segments.join('.');
}

/** The form of a placeholder, as a regular expression. */
export const PLACEHOLDER_PATTERN = '^\\$\\{env:([A-Za-z_][A-Za-z0-9_]*)\\}$';

const PLACEHOLDER = new RegExp(PLACEHOLDER_PATTERN);
const ESCAPED = /^\$+\{env:/;

/** A secret of a file: the name of the variable that holds it. */
export class Placeholder {
  readonly variable: string;

  constructor(variable: string) {
    this.variable = variable;
  }

  toString(): string {
    return `\${env:${this.variable}}`;
  }

  toJSON(): string {
    return this.toString();
  }
}

/** A secret of the server. `value` is set where the API returns it. It is shown nowhere. */
export class HiddenValue {
  readonly label: string;
  readonly value: string | undefined;

  constructor(label: string, value?: string) {
    this.label = label;
    this.value = value;
  }

  /** Hides the secret where a whole object is printed. */
  toJSON(): string {
    return '(secret)';
  }
}

/** Returns a copy in which each value that is neither an object nor a list is replaced. */
export function mapLeaves(
  value: unknown,
  replace: (leaf: unknown, path: readonly (string | number)[]) => unknown,
  path: readonly (string | number)[] = [],
): unknown {
  if (Array.isArray(value)) return value.map((item, index) => mapLeaves(item, replace, [...path, index]));
  if (!hasFields(value)) return replace(value, path);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapLeaves(item, replace, [...path, key])]));
}

/** Reads the placeholders of a file. */
export const parsePlaceholders = (fields: EstateFields): EstateFields =>
  mapLeaves(fields, (leaf) => {
    if (typeof leaf !== 'string') return leaf;
    const variable = PLACEHOLDER.exec(leaf)?.[1];
    if (variable !== undefined) return new Placeholder(variable);
    return ESCAPED.test(leaf) ? leaf.slice(1) : leaf;
  }) as EstateFields;

/** Writes the placeholders of a file as text. */
export const printPlaceholders = (fields: EstateFields): EstateFields =>
  mapLeaves(fields, (leaf) => {
    if (leaf instanceof Placeholder) return leaf.toString();
    return typeof leaf === 'string' && ESCAPED.test(leaf) ? `$${leaf}` : leaf;
  }) as EstateFields;

/** The placeholders of a file, each with its path. */
export function placeholdersIn(fields: EstateFields): { placeholder: Placeholder; path: readonly (string | number)[] }[] {
  const found: { placeholder: Placeholder; path: readonly (string | number)[] }[] = [];
  mapLeaves(fields, (leaf, path) => {
    if (leaf instanceof Placeholder) found.push({ placeholder: leaf, path });
    return leaf;
  });
  return found;
}

/** The name of a variable for a secret, by the names of its object. */
function variableFor(names: readonly string[], label: string): string {
  const words = [...names, label]
    .map((name) =>
      name
        .normalize('NFKD')
        .replaceAll(/[^A-Za-z0-9]+/g, '_')
        .replaceAll(/^_|_$/g, ''),
    )
    .filter(Boolean);
  const text = words.join('_').toUpperCase();
  return /^[0-9]/.test(text) || text === '' ? `_${text}` : text;
}

/** Variables for all secrets of an estate. Variables that would have the same name get a digest of their identity as suffix. */
export function nameVariables(secrets: readonly { names: readonly string[]; label: string }[]): string[] {
  const plain = secrets.map(({ names, label }) => variableFor(names, label));
  const counts = Map.groupBy(plain, (name) => name);
  return plain.map((name, index) => {
    const { names, label } = secrets[index] ?? { names: [], label: '' };
    return (counts.get(name)?.length ?? 0) < 2 ? name : `${name}_${shortDigest(JSON.stringify([names, label])).toUpperCase()}`;
  });
}

/** The first eight digits of the SHA-256 of a text. */
export const shortDigest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
