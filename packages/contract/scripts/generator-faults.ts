/** What generators of clients cannot compile, or compile to a form that nobody can use, found in an OpenAPI document. Only tests run it. */

type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  default?: unknown;
  enum?: unknown[];
  'x-enum-varnames'?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean | Schema;
  discriminator?: object;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
};
type Document = { paths: Record<string, Record<string, { operationId?: string }>>; components: Record<string, Record<string, Schema>> };

/** What some generators add to the name of an operation or of a schema, to name a type of their own. */
const OPERATION_SUFFIXES = ['params', 'response', 'jsonbody', 'jsonrequestbody', 'formdatabody', 'formdatarequestbody', 'multipartbody'];
const SCHEMA_PREFIXES = ['new', 'nullable'];

/** The kinds of components of which generators make types. */
const TYPED = ['schemas', 'parameters', 'responses', 'requestBodies', 'headers'];

/** A name as generators compare it: in camel case, or in capital letters. */
const plainName = (name: unknown): string =>
  String(name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/** Lists what hinders generators, as `<place>: <fault>`. */
export function generatorFaults(document: object): string[] {
  const { paths, components } = document as Document;
  const schemas = components['schemas'] ?? {};
  const named = new Set(Object.keys(schemas).map(plainName));
  const faults = [...typeNames(components), ...operationNames(paths, named)];
  visit({ paths, components }, '', (schema, place) => faults.push(...schemaFaultsAt(schema, place, schemas)));
  for (const [name, schema] of Object.entries(schemas))
    for (const inline of inlineTypes(schema, name))
      if (named.has(plainName(inline))) faults.push(`/components/schemas/${name}: the type of ${inline} has the name of a schema`);
  return faults;
}

/** Types of the same name, and types with the name of a function that makes another one. */
function typeNames(components: Document['components']): string[] {
  const names = TYPED.flatMap((kind) =>
    Object.keys(components[kind] ?? {}).map((name) => ({ name, place: `/components/${kind}/${name}` })),
  );
  const all = new Set(names.map(({ name }) => plainName(name)));
  return [
    ...repeated(names, ({ name }) => name).map(({ place }) => `${place}: another component has the same name`),
    ...names.flatMap(({ name, place }) =>
      SCHEMA_PREFIXES.filter((prefix) => all.has(prefix + plainName(name))).map((prefix) => `${place}: beside ${prefix} ${name}`),
    ),
  ];
}

const operationNames = (paths: Document['paths'], named: ReadonlySet<string>): string[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item).flatMap(({ operationId }) =>
      OPERATION_SUFFIXES.filter((suffix) => operationId !== undefined && named.has(plainName(operationId) + suffix)).map(
        (suffix) => `/paths/${path}: ${operationId} with ${suffix} is a schema`,
      ),
    ),
  );

/** Calls a function for each object of a document that may be a schema. Examples are none. */
function visit(value: unknown, place: string, see: (schema: Schema, place: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) see(value as Schema, place);
  for (const [key, part] of Object.entries(value))
    if (key !== 'example' && key !== 'examples' && key !== 'enum') visit(part, `${place}/${key}`, see);
}

function schemaFaultsAt(schema: Schema, place: string, schemas: Readonly<Record<string, Schema>>): string[] {
  const faults = [...(Array.isArray(schema.enum) ? enumFaults(schema) : []), ...unionFaults(schema, schemas)];
  if (schema.default !== undefined && isNullableEnum(schema, schemas)) faults.push('a default of an enum that may be null');
  if (isSchemas(schema.properties)) faults.push(...propertyFaults(schema.properties));
  return faults.map((fault) => `${place}: ${fault}`);
}

function enumFaults({ type, enum: values = [], 'x-enum-varnames': given }: Schema): string[] {
  const texts = values.filter((value) => value !== null);
  const names = given ?? texts;
  const isText = [type].flat().includes('string') && texts.every((value) => typeof value === 'string');
  return [
    ...(isText ? [] : ['an enum of other values than texts']),
    ...repeated(names, (name) => name).map((name) => `the values like '${String(name)}' have the same name`),
    ...(names.length === texts.length && names.every((name) => /^[A-Za-z]/.test(String(name)))
      ? []
      : ['a value is no name: x-enum-varnames']),
  ];
}

/** A union is a fault unless its members are one schema and null, or all objects, or references to texts; or unless it has a discriminator. */
function unionFaults(schema: Schema, schemas: Readonly<Record<string, Schema>>): string[] {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  if (types.length > 1) return [`a union of ${types.join(', ')}`];
  if (schema.discriminator) return [];
  const parts = [schema.oneOf ?? [], schema.anyOf ?? []].flat().filter((part) => part.type !== 'null');
  const kinds = new Set(parts.map((part) => kindOf(part, schemas)));
  const isOfTexts = kinds.has('string') && parts.some(({ $ref }) => $ref === undefined);
  return parts.length > 1 && (kinds.size > 1 || isOfTexts) ? [`a union of ${[...kinds].join(', ')}`] : [];
}

/** Whether a schema is an enum that allows null, itself or by a reference. */
function isNullableEnum({ type, enum: values, oneOf = [] }: Schema, schemas: Readonly<Record<string, Schema>>): boolean {
  const hasEnum = values ?? oneOf.some(({ $ref }) => schemas[$ref?.split('/').at(-1) ?? '']?.enum !== undefined);
  return Boolean(hasEnum) && ([type].flat().includes('null') || oneOf.some((part) => part.type === 'null'));
}

function kindOf({ $ref, type, properties, oneOf, anyOf }: Schema, schemas: Readonly<Record<string, Schema>>): string {
  const target = $ref === undefined ? undefined : schemas[$ref.split('/').at(-1) ?? ''];
  if (target) return kindOf(target, schemas);
  if (oneOf ?? anyOf) return 'union';
  return properties ? 'object' : String(type ?? 'any');
}

function propertyFaults(properties: Record<string, Schema>): string[] {
  const names = Object.keys(properties);
  return [
    ...repeated(names, (name) => name).map((name) => `the fields like '${name}' have the same name`),
    // Generators of Python import a type with this name.
    ...names
      .filter((name) => name === properties[name]?.format?.replace('-', ''))
      .map((name) => `the field '${name}' has the name of its type`),
    ...names.filter((name) => !/^[A-Za-z_]/.test(name)).map((name) => `the field '${name}' is no name`),
  ];
}

/** The names that generators give to objects and enums without a name: that of the schema and that of the field. */
function inlineTypes(schema: Schema, name: string): string[] {
  const fields = Object.entries(isSchemas(schema.properties) ? schema.properties : {}).map(([field, part]) => ({
    part,
    name: `${name} ${field}`,
  }));
  const parts = [schema.allOf ?? [], schema.anyOf ?? [], schema.oneOf ?? []].flat();
  return [
    ...fields.filter(({ part }) => part.enum !== undefined || [part.type].flat().includes('object')).map((field) => field.name),
    ...fields.flatMap((field) => inlineTypes(field.part, field.name)),
    ...(schema.items ? inlineTypes(schema.items, `${name} item`) : []),
    ...parts.flatMap((part) => inlineTypes(part, name)),
  ];
}

/** A field of an object may have the name of a keyword. */
const isSchemas = (value: unknown): value is Record<string, Schema> =>
  typeof value === 'object' && value !== null && Object.values(value).every((part) => typeof part === 'object' && !Array.isArray(part));

/** The entries that have the name of an earlier one. */
function repeated<Entry>(entries: readonly Entry[], nameOf: (entry: Entry) => unknown): Entry[] {
  const names = entries.map((entry) => plainName(nameOf(entry)));
  return entries.filter((_entry, index) => names.indexOf(names[index] ?? '') < index);
}
