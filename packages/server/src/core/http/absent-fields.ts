/**
 * Fields of a request body that count as absent. Clients in some languages send `null` for each optional field that is not set, and clients that edit a
 * record send back every field that they have read. Schemas are enough to find both kinds, so no operation needs code for them.
 */

type Json = Record<string, unknown>;

/** The fields that a set of alternative schemas allows at one place of a body. */
type Place = {
  /** The schemas by field name; undefined if any name is allowed. */
  fields: ReadonlyMap<string, readonly Json[]> | undefined;
  items: readonly Json[];
};

/** Resolves a reference. */
type Resolve = (reference: string) => Json;

/**
 * A function that removes absent fields from a body, in place, and returns whether there were any.
 * `taken` is the schema of the body. `read` are the schemas of the answers that show the same record; a field that only they have is absent, unless the
 * body is not a record of this kind.
 * @rule requests.body.null
 * @rule requests.body.read-only
 */
export function absentFields(taken: Json, read: readonly Json[], resolve: Resolve): (body: unknown) => boolean {
  const places = new Map<string, Place>();

  function placeOf(schemas: readonly Json[]): Place {
    const key = JSON.stringify(schemas);
    const known = places.get(key);
    if (known) return known;
    const place = describe(schemas.flatMap((schema) => alternativesOf(schema, resolve)));
    places.set(key, place);
    return place;
  }

  /** A body that has no field of the record is a command, not a record. */
  function isRecord(): boolean {
    const shown = placeOf(read).fields;
    return [...(placeOf([taken]).fields?.keys() ?? [])].some((name) => shown?.has(name));
  }

  function clean(value: unknown, schemas: readonly Json[], readSchemas: readonly Json[]): boolean {
    if (typeof value !== 'object' || value === null || schemas.length === 0) return false;
    const [place, readPlace] = [placeOf(schemas), placeOf(readSchemas)];
    if (Array.isArray(value)) return value.reduce((found, one) => clean(one, place.items, readPlace.items) || found, false);
    const record = value as Json;
    let found = false;
    for (const [name, one] of Object.entries(record)) {
      const known = place.fields?.get(name);
      const isAbsent = known ? one === null && !known.some((schema) => acceptsNull(schema, resolve)) : isReadOnly(name, place, readPlace);
      if (isAbsent) delete record[name];
      found = isAbsent || (known !== undefined && clean(one, known, readPlace.fields?.get(name) ?? [])) || found;
    }
    return found;
  }

  return (body) => clean(body, [taken], isRecord() ? read : []);
}

const isReadOnly = (name: string, place: Place, read: Place): boolean => place.fields !== undefined && read.fields?.get(name) !== undefined;

/** The schemas after references and combinations (`allOf` and the like) are resolved. */
function alternativesOf(schema: Json, resolve: Resolve): Json[] {
  const reference = schema['$ref'];
  const combined = ['allOf', 'oneOf', 'anyOf'].flatMap((way) => (schema[way] as Json[] | undefined) ?? []);
  return [
    ...('properties' in schema || 'items' in schema || 'additionalProperties' in schema ? [schema] : []),
    ...(typeof reference === 'string' ? alternativesOf(resolve(reference), resolve) : []),
    ...combined.flatMap((one) => alternativesOf(one, resolve)),
  ];
}

function describe(alternatives: readonly Json[]): Place {
  const fields = new Map<string, Json[]>();
  for (const { properties = {} } of alternatives)
    for (const [name, schema] of Object.entries(properties as Record<string, Json>))
      fields.set(name, [...(fields.get(name) ?? []), schema]);
  // An object with fields of any name, such as the parameters of a task, has no absent fields.
  const isOpen = alternatives.some(({ additionalProperties: other }) => other !== undefined && other !== false);
  return { fields: isOpen ? undefined : fields, items: alternatives.flatMap(({ items }) => (items ? [items as Json] : [])) };
}

function acceptsNull(schema: Json, resolve: Resolve): boolean {
  const { $ref, type, enum: values, allOf, oneOf, anyOf } = schema;
  if (typeof $ref === 'string') return acceptsNull(resolve($ref), resolve);
  if (type !== undefined) return [type].flat().includes('null');
  if (Array.isArray(values)) return values.includes(null);
  const some = (oneOf ?? anyOf) as Json[] | undefined;
  if (some) return some.some((one) => acceptsNull(one, resolve));
  // A schema without any of these keywords allows every value.
  return ((allOf as Json[] | undefined) ?? []).every((one) => acceptsNull(one, resolve));
}
