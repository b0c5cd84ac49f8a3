/** The schemas of the contract in the plain form that generators of clients can compile. */

type Json = Record<string, unknown>;

/** What a plain form keeps of the schema that it replaces. */
const KEPT: ReadonlySet<string> = new Set(['description', 'examples', 'default', 'x-secret']);

/**
 * Returns a copy of a document in which each schema with `x-published` is replaced by that form, and components that nothing refers to any more
 * are left out. The server checks requests against the exact schema.
 */
export function withPublishedSchemas<Document extends { components: object; paths: object }>(document: Document): Document {
  const published = plain(document) as Document;
  const reached = new Set<string>();
  reach({ ...published, components: {} }, published, reached);
  const components = Object.fromEntries(
    Object.entries(published.components as Record<string, Json>).map(([kind, entries]) => [
      kind,
      kind === 'securitySchemes'
        ? entries
        : Object.fromEntries(Object.entries(entries).filter(([name]) => reached.has(`#/components/${kind}/${name}`))),
    ]),
  );
  return { ...published, components };
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const form = (value as Json)['x-published'];
  if (form === undefined) return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));
  return { ...Object.fromEntries(Object.entries(value).filter(([key]) => KEPT.has(key))), ...(form as Json) };
}

/** Adds the references of a value, and of the components that they name. */
function reach(value: unknown, document: Json, reached: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const reference = (value as Json)['$ref'];
  if (typeof reference === 'string' && !reached.has(reference)) {
    reached.add(reference);
    reach(targetOf(reference, document), document, reached);
  }
  for (const part of Object.values(value)) reach(part, document, reached);
}

const targetOf = (reference: string, document: Json): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((place, key) => (place as Json | undefined)?.[key], document);
