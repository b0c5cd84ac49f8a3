/** The attributes that an answer has (RFC 7644, section 3.9). */
import { isScimObject, type ScimObject } from './bodies.ts';
import { readAttributePath } from '../../../core/http/scim-filter.ts';

/** The attributes that a caller wants, or does not want; each is a name or a path such as `name.familyName`. */
export type WantedAttributes = { attributes?: readonly string[] | undefined; excludedAttributes?: readonly string[] | undefined };

/** Attributes that every answer has. */
const ALWAYS = new Set(['schemas', 'id']);

/** Reads the lists of a query, which are texts with commas. */
export const wantedOf = (query: {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
}): Required<WantedAttributes> => ({
  attributes: query.attributes?.split(','),
  excludedAttributes: query.excludedAttributes?.split(','),
});

/**
 * Returns the resource with the attributes that a caller wants.
 * @rule scim.attributes.chosen
 */
export function project(resource: ScimObject, { attributes, excludedAttributes }: WantedAttributes): ScimObject {
  if (attributes && attributes.length > 0) return choose(resource, keysOf(attributes), true);
  return excludedAttributes ? choose(resource, keysOf(excludedAttributes), false) : resource;
}

const keysOf = (names: readonly string[]): ReadonlySet<string> =>
  new Set(
    names.flatMap((name) => {
      const path = readAttributePath(name);
      return path ? [path.sub === undefined ? path.attribute : `${path.attribute}.${path.sub}`] : [];
    }),
  );

function choose(value: ScimObject, keys: ReadonlySet<string>, isWanted: boolean, prefix = ''): ScimObject {
  const chosen = Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
    const key = `${prefix}${name.toLowerCase()}`;
    if (prefix === '' && ALWAYS.has(name)) return [[name, part]];
    if (keys.has(key)) return isWanted ? [[name, part]] : [];
    if (![...keys].some((other) => other.startsWith(`${key}.`))) return isWanted ? [] : [[name, part]];
    return [[name, Array.isArray(part) ? part.map((item) => chooseIn(item, keys, isWanted, key)) : chooseIn(part, keys, isWanted, key)]];
  });
  return Object.fromEntries(chosen);
}

const chooseIn = (value: unknown, keys: ReadonlySet<string>, isWanted: boolean, key: string): unknown =>
  isScimObject(value) ? choose(value, keys, isWanted, `${key}.`) : value;
