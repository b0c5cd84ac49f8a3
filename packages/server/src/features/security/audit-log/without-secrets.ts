/**
 * Removes secrets from the bodies of requests and answers. The contract decides: a field that it marks with `x-secret`, a value of a free-form map, and
 * a field that it does not describe are replaced.
 */
import type { Route } from '@millrace/contract';
import { findOperation, resolveReference } from '../../../core/http/validation.ts';

/** The text in place of a secret. */
const HIDDEN = '***';

type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean | Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  'x-secret'?: boolean;
};
type Media = { content?: Record<string, { schema: Schema }> };
type Parameter = { $ref?: string; name: string; in: string };
type Filter = (value: unknown) => unknown;

const hide: Filter = (value) => (value === null || value === undefined ? value : HIDDEN);

/** All schemas that a value of a schema must or may fulfil. */
function partsOf(schema: Schema): Schema[] {
  const { $ref, oneOf = [], anyOf = [], allOf = [] } = schema;
  const others = [...oneOf, ...anyOf, ...allOf, ...($ref === undefined ? [] : [resolveReference($ref) as Schema])];
  return [schema, ...others.flatMap(partsOf)];
}

/**
 * Builds the function that keeps the fields that the schema describes and hides all others. The function for a field is built at first use, because
 * schemas may contain themselves.
 */
function filterOf(schema: Schema): Filter {
  const parts = partsOf(schema);
  if (parts.some((part) => part['x-secret'])) return hide;
  const fields = new Map<string, Filter>();
  let items: Filter | undefined;
  const fieldOf = (name: string): Filter => {
    let filter = fields.get(name);
    if (!filter) {
      const described = parts.flatMap((part) =>
        part.properties && Object.hasOwn(part.properties, name) ? [part.properties[name] ?? {}] : [],
      );
      filter = described.length > 0 ? filterOf({ allOf: described }) : valuesOf(parts);
      fields.set(name, filter);
    }
    return filter;
  };
  const isObject = parts.some(({ properties, additionalProperties: more }) => properties !== undefined || typeof more === 'object');
  const lists = parts.flatMap((part) => part.items ?? []);
  const isScalar = parts.some(
    ({ type, enum: values }) => values !== undefined || [type].flat().some((one) => /^(string|number|integer|boolean)$/.test(one ?? '')),
  );
  return (value) => {
    if (value === null || value === undefined) return value;
    if (Array.isArray(value)) return lists.length === 0 ? HIDDEN : value.map((items ??= filterOf({ allOf: lists })));
    if (typeof value !== 'object') return isScalar ? value : HIDDEN;
    if (!isObject) return HIDDEN;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, isDescribed(parts, name) ? fieldOf(name)(one) : valuesOf(parts)(one)]),
    );
  };
}

const isDescribed = (parts: readonly Schema[], name: string): boolean =>
  parts.some(({ properties }) => properties !== undefined && Object.hasOwn(properties, name));

/** The values of a map: ids are kept, and any other value may be a secret. */
function valuesOf(parts: readonly Schema[]): Filter {
  const values = parts.flatMap(({ additionalProperties: more }) => (typeof more === 'object' ? partsOf(more) : []));
  return values.some(({ format }) => format === 'uuid') ? (value) => (typeof value === 'string' ? value : HIDDEN) : hide;
}

/** The schema of a JSON body, or of the parts of an upload. */
const schemaOf = ({ content = {} }: Media): Schema =>
  (content['application/json'] ?? content['application/scim+json'] ?? content['multipart/form-data'])?.schema ?? {};

const filters = new Map<string, Filter>();

function cachedFilter(key: string, schema: () => Schema): Filter {
  let filter = filters.get(key);
  if (!filter) filters.set(key, (filter = filterOf(schema())));
  return filter;
}

/**
 * Copies the body of a request without secrets.
 * @rule audit-log.entry.secrets
 */
export const requestWithoutSecrets = (route: Route, body: unknown): unknown =>
  cachedFilter(route, () => schemaOf((findOperation(route).requestBody ?? {}) as Media))(body);

/** Copies the body of an answer without secrets. */
export const answerWithoutSecrets = (route: Route, status: number, body: unknown): unknown =>
  cachedFilter(`${status} ${route}`, () => {
    const answer = (findOperation(route)['responses'] as Record<string, Media & { $ref?: string }>)[status];
    return schemaOf(answer?.$ref === undefined ? (answer ?? {}) : (resolveReference(answer.$ref) as Media));
  })(body);

const queries = new Map<Route, ReadonlySet<string>>();

/** The names of the query parameters that an operation has. */
function parametersOf(route: Route): ReadonlySet<string> {
  let names = queries.get(route);
  if (!names) {
    const all = (findOperation(route).parameters ?? []) as Parameter[];
    const found = all.map((one) => (one.$ref === undefined ? one : (resolveReference(one.$ref) as Parameter)));
    names = new Set(found.filter((one) => one.in === 'query').map(({ name }) => name));
    queries.set(route, names);
  }
  return names;
}

/** Removes unknown query parameters from a URL, because they may contain secrets. */
export function urlWithoutSecrets(route: Route, url: string): string {
  const end = url.indexOf('?');
  if (end < 0) return url;
  const kept = [...new URLSearchParams(url.slice(end + 1))].filter(([name]) => parametersOf(route).has(name));
  return kept.length === 0 ? url.slice(0, end) : `${url.slice(0, end)}?${String(new URLSearchParams(kept))}`;
}
