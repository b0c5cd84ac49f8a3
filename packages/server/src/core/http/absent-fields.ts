/**
 * Fields that count as absent. Clients in some languages send `null` for each optional field that is not set, and clients that edit a record send back
 * every field that they have read. Schemas are enough to find both kinds, so no operation needs code for them. Answers leave out fields without a value.
 */

type Json = Record<string, unknown>;

/** The fields and items that a set of alternative schemas allows in one object or array of a body. */
type Allowed = {
  /** The schemas by field name; undefined if any name is allowed. */
  fields: ReadonlyMap<string, readonly Json[]> | undefined;
  items: readonly Json[];
};

/** Resolves a reference. */
type Resolve = (reference: string) => Json;

/**
 * Returns a function that removes absent fields from a body, in place, and returns whether there were any.
 * `bodySchema` is the schema of the body. `answerSchemas` are the schemas of the answers that show the same record; a field that only they have is
 * absent, unless the body is not a record of this kind. In the body of a new record (`isNew`) it is absent only if it is null: a caller
 * that sends a value expects it to be stored, and must learn that it is not.
 * @rule requests.body.null
 * @rule requests.body.read-only
 * @rule requests.body.null-read-only
 */
export function absentFieldRemover(
  bodySchema: Json,
  answerSchemas: readonly Json[],
  resolve: Resolve,
  isNew = false,
): (body: unknown) => boolean {
  const cache = new Map<string, Allowed>();

  function allowedBy(schemas: readonly Json[]): Allowed {
    const key = JSON.stringify(schemas);
    const known = cache.get(key);
    if (known) return known;
    const allowed = describe(schemas.flatMap((schema) => alternativesOf(schema, resolve)));
    cache.set(key, allowed);
    return allowed;
  }

  /** A body that has no field of the record is a command, not a record. */
  function isRecord(): boolean {
    const shown = allowedBy(answerSchemas).fields;
    return [...(allowedBy([bodySchema]).fields?.keys() ?? [])].some((name) => shown?.has(name));
  }

  function clean(value: unknown, schemas: readonly Json[], shownBy: readonly Json[]): boolean {
    if (typeof value !== 'object' || value === null || schemas.length === 0) return false;
    const [allowed, shown] = [allowedBy(schemas), allowedBy(shownBy)];
    if (Array.isArray(value)) return value.reduce((found, item) => clean(item, allowed.items, shown.items) || found, false);
    const record = value as Json;
    let found = false;
    for (const [name, field] of Object.entries(record)) {
      const known = allowed.fields?.get(name);
      const isAbsent = known
        ? field === null && !known.some((schema) => isNullable(schema, resolve))
        : (!isNew || field === null) && isReadOnly(name, allowed, shown);
      if (isAbsent) delete record[name];
      found = isAbsent || (known !== undefined && clean(field, known, shown.fields?.get(name) ?? [])) || found;
    }
    return found;
  }

  return (body) => clean(body, [bodySchema], isRecord() ? answerSchemas : []);
}

const isReadOnly = (name: string, allowed: Allowed, shown: Allowed): boolean =>
  allowed.fields !== undefined && shown.fields?.get(name) !== undefined;

/** The schemas after references and combinations (`allOf` and the like) are resolved. */
function alternativesOf(schema: Json, resolve: Resolve): Json[] {
  const reference = schema['$ref'];
  const combined = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => (schema[keyword] as Json[] | undefined) ?? []);
  return [
    ...('properties' in schema || 'items' in schema || 'additionalProperties' in schema ? [schema] : []),
    ...(typeof reference === 'string' ? alternativesOf(resolve(reference), resolve) : []),
    ...combined.flatMap((alternative) => alternativesOf(alternative, resolve)),
  ];
}

function describe(alternatives: readonly Json[]): Allowed {
  const fields = new Map<string, Json[]>();
  for (const { properties = {} } of alternatives)
    for (const [name, schema] of Object.entries(properties as Record<string, Json>))
      fields.set(name, [...(fields.get(name) ?? []), schema]);
  // An object with fields of any name, such as the parameters of a task, has no absent fields.
  const isOpen = alternatives.some(({ additionalProperties: other }) => other !== undefined && other !== false);
  return { fields: isOpen ? undefined : fields, items: alternatives.flatMap(({ items }) => (items ? [items as Json] : [])) };
}

/** Returns whether null fits a schema. */
export function isNullable(schema: Json, resolve: Resolve): boolean {
  const { $ref, type, enum: values, allOf, oneOf, anyOf } = schema;
  if (typeof $ref === 'string') return isNullable(resolve($ref), resolve);
  if (type !== undefined) return [type].flat().includes('null');
  if (Array.isArray(values)) return values.includes(null);
  const some = (oneOf ?? anyOf) as Json[] | undefined;
  if (some) return some.some((one) => isNullable(one, resolve));
  // A schema without any of these keywords allows every value.
  return ((allOf as Json[] | undefined) ?? []).every((one) => isNullable(one, resolve));
}

/** Returns the properties that have a value; null and undefined are none. */
export function presentFields<Values extends object>(values: Values): { [Name in keyof Values]?: NonNullable<Values[Name]> } {
  const present: { [Name in keyof Values]?: NonNullable<Values[Name]> } = {};
  // Lists of entries would take five times as long, and each row of a list passes here.
  for (const name in values) {
    const value = values[name];
    if (value !== undefined && value !== null) present[name] = value;
  }
  return present;
}
