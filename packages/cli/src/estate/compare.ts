import { isDeepStrictEqual } from 'node:util';

import type { EstateFields, EstateKind } from './model/kind.ts';
import { hasFields, replaceAt, HiddenValue, Placeholder } from './model/places.ts';

/** One field that differs. Values of secrets are not shown. */
export type FieldDifference = { path: readonly string[]; isSecret: boolean; before?: unknown; after?: unknown };

/** The differences between a file and its object. `values` has the texts of placeholders; one that stays as it is on the server is undefined. */
export type FieldComparison = {
  differences: FieldDifference[];
  values: Map<Placeholder, string | undefined>;
  /** Placeholders that can only be compared with a value. */
  unset: Placeholder[];
  /** Secrets of the server that the file has as text. */
  exposed: string[];
};

/** Finds a secret by the name of its variable. */
export type SecretLookup = (variable: string) => string | undefined;

/** Compares the fields of a file with those of the server, both in the form of files. */
export function compareFields(
  kind: EstateKind,
  file: EstateFields,
  server: EstateFields,
  { lookup, sendSecrets }: { lookup: SecretLookup; sendSecrets: boolean },
): FieldComparison {
  const found: FieldComparison = { differences: [], values: new Map(), unset: [], exposed: [] };
  const addDifference = (path: readonly string[], isSecret: boolean, before?: unknown, after?: unknown): void =>
    void found.differences.push({ path, isSecret, ...(!isSecret && { before, after }) });

  const comparePlaceholder = (path: readonly string[], placeholder: Placeholder, before: unknown): void => {
    const value = lookup(placeholder.variable);
    if (before instanceof HiddenValue) {
      found.values.set(placeholder, before.value);
      if (sendSecrets || (before.value !== undefined && value !== undefined && before.value !== value)) addDifference(path, true);
      return;
    }
    if (before !== undefined && value === undefined) found.unset.push(placeholder);
    found.values.set(placeholder, value);
    if (value === undefined || value !== before) addDifference(path, true);
  };

  const compare = (path: readonly string[], after: unknown, before: unknown): void => {
    if (after === undefined && kind.kept?.some((at) => isAt(path, at))) return;
    if (after instanceof Placeholder) return comparePlaceholder(path, after, before);
    if (before instanceof HiddenValue) {
      if (after !== undefined) found.exposed.push(path.join('.'));
      return addDifference(path, true);
    }
    // The parts of a side that is absent may be placeholders and secrets, so they are compared one by one.
    const [fileFields, serverFields] = [fieldsOrNone(after, before), fieldsOrNone(before, after)];
    if (!fileFields || !serverFields || (after !== undefined && before !== undefined && Array.isArray(after) !== Array.isArray(before))) {
      if (!isDeepStrictEqual(after, before)) addDifference(path, false, before, after);
      return;
    }
    const [order, former] = [Object.keys(fileFields), Object.keys(serverFields)];
    for (const key of new Set([...order, ...former])) compare([...path, key], fileFields[key], serverFields[key]);
    const isSameSet = isDeepStrictEqual(order.toSorted(), former.toSorted());
    if (Array.isArray(after) && isSameSet && !isDeepStrictEqual(order, former)) addDifference([...path, '(order)'], false, former, order);
  };

  const [after, before] = [withoutUncompared(kind, file), withoutUncompared(kind, server)];
  for (const key of new Set([...Object.keys(after), ...Object.keys(before)])) compare([key], after[key], before[key]);
  return found;
}

/** The fields of a value; none where the value is absent and the other side has fields. */
const fieldsOrNone = (value: unknown, other: unknown): EstateFields | undefined =>
  value === undefined && asFields(other) !== undefined ? {} : asFields(value);

/** Returns the fields of an object, or the items of a list by their names or types; undefined for other lists, which are compared as a whole. */
function asFields(value: unknown): EstateFields | undefined {
  if (hasFields(value)) return value;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const named = value.map((item: unknown, index) => [hasFields(item) ? (item['name'] ?? typeIn(value, index)) : undefined, item] as const);
  const names = new Set(named.map(([name]) => name));
  return names.size === value.length && [...names].every((name) => typeof name === 'string')
    ? (Object.fromEntries(named) as EstateFields)
    : undefined;
}

/** The type of an item, with a number if an item before it has the same type. */
function typeIn(list: readonly unknown[], index: number): string | undefined {
  const types = list.slice(0, index + 1).map((item) => (hasFields(item) ? item['type'] : undefined));
  const type = types.at(-1);
  const count = types.filter((itemType) => itemType === type).length;
  return typeof type !== 'string' ? undefined : count === 1 ? type : `${type} ${count}`;
}

const isAt = (path: readonly string[], at: string): boolean => {
  const segments = at.split('.');
  return segments.length === path.length && segments.every((segment, index) => segment === '*' || segment === path[index]);
};

const withoutUncompared = (kind: EstateKind, fields: EstateFields): EstateFields =>
  (kind.uncompared ?? []).reduce((copy, at) => replaceAt(copy, at, undefined, () => undefined), fields);
