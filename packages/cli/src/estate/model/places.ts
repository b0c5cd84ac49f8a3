import type { EstateFields } from './kind.ts';

/** A value within the fields of a file, with the object or list that holds it. */
export type FoundPlace = { path: readonly (string | number)[]; holder: EstateFields; value: unknown };

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
