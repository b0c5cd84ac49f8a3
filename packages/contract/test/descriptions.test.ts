/** Each field and parameter has a description that gives what its name leaves open: unit, time zone, dialect, kind of id, meaning of codes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import document from '@millrace/contract/openapi.json' with { type: 'json' };

type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean | Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
};
type Parameter = { $ref?: string; name: string; in: string; description?: string; schema: Schema };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses?: Record<string, Answer>;
};
type Answer = { content?: Record<string, { schema: Schema }> };

/** A field or parameter; the description is its own or that of the schema that it references. */
type Field = { place: string; name: string; schema: Schema; description: string };

const targetOf = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((place, key) => (place as Record<string, unknown>)[key], document);

/** Merges a schema with the schema that it references; its own fields win. */
function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : { ...resolved(targetOf(schema.$ref) as Schema), ...schema };
}

function fieldsOf(schema: Schema, place: string): Field[] {
  const own = Object.entries(schema.properties ?? {}).map(([name, field]) => fieldOf(name, field, `${place}.${name}`));
  const deeper = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => fieldsOf(field, `${place}.${name}`));
  const parts = [schema.items, schema.additionalProperties, ...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  return [...own, ...deeper, ...parts.flatMap((part) => (typeof part === 'object' ? fieldsOf(part, `${place}[]`) : []))];
}

function fieldOf(name: string, schema: Schema, place: string, ownDescription?: string): Field {
  const merged = resolved(schema);
  return { place, name, schema: merged, description: ownDescription ?? merged.description ?? '' };
}

const named = Object.entries(document.components.schemas as Record<string, Schema>).flatMap(([name, schema]) => fieldsOf(schema, name));

const operations = Object.entries(document.paths as unknown as Record<string, Record<string, Operation> & Operation>).flatMap(
  ([path, item]) => [
    { place: path, parameters: item.parameters ?? [] },
    ...Object.entries(item).map(([method, operation]) => ({ place: `${method} ${path}`, ...operation })),
  ],
) as ({ place: string } & Operation)[];

const parameters: readonly Field[] = operations.flatMap(({ place, parameters: all = [] }) =>
  all.map((parameter) => {
    const { name, schema, description } = parameter.$ref === undefined ? parameter : (targetOf(parameter.$ref) as Parameter);
    return fieldOf(name, schema, `${place} ${name}`, description);
  }),
);

const inline: readonly Field[] = operations.flatMap(({ place, requestBody, responses = {} }) =>
  [requestBody, ...Object.values(responses)].flatMap((message) =>
    Object.values(message?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema, place)),
  ),
);

const fields: readonly Field[] = [...named, ...parameters, ...inline];

/** Names that need no description where the field holds a text or a list of described things. */
const PLAIN = /^(?:name|\w+Name|description|login|email|items)$/;

const typesOf = ({ type }: Schema): string[] => [type ?? []].flat();
const isNumber = ({ schema }: Field): boolean => typesOf(schema).some((type) => type === 'integer' || type === 'number');
const isPlain = ({ name, schema }: Field): boolean =>
  PLAIN.test(name) &&
  schema.enum === undefined &&
  schema.format === undefined &&
  typesOf(schema).every((type) => /^(?:string|array|null)$/.test(type));

/** Lists the fields that are not valid, each with its place and description. */
function violations(checked: readonly Field[], isValid: (field: Field) => boolean): string[] {
  assert.ok(checked.length > 0, 'no field is checked');
  return checked.filter((field) => !isValid(field)).map(({ place, description }) => `${place}: ${description}`);
}

/** Units, and nouns for counted things. */
const COUNTED =
  /\b(?:milliseconds|seconds|minutes|days?|bytes|rows|entries|lines|calls|engines|executions|tasks|number|counts|how (?:many|often)|index|startIndex|code)\b/i;

describe('the contract describes', () => {
  test('each field and parameter whose name does not say what it holds', () => {
    assert.deepEqual(
      violations(fields, (field) => field.description.length > 5 || isPlain(field)),
      [],
    );
  });

  test('each number with its unit or what it counts', () => {
    assert.deepEqual(
      violations(fields.filter(isNumber), ({ description }) => COUNTED.test(description)),
      [],
    );
  });

  test('each time that is a number with its unit and the epoch', () => {
    const moments = fields.filter((field) => isNumber(field) && /(?:At|Time|Timestamp|^from|^to|_seconds)$/.test(field.name));
    assert.deepEqual(
      violations(moments, ({ description }) => /epoch milliseconds|seconds since 1970/i.test(description)),
      [],
    );
  });

  test('each time of day and each date with its format, and each time zone with the form of its name', () => {
    const days = fields.filter(
      ({ name, schema }) => /^(?:startDate|startTime|endTime|time|times)$/.test(name) && schema.format === undefined,
    );
    assert.deepEqual(
      violations(days, ({ description }) => /HH:mm|YYYY-MM-DD|ISO 8601/.test(description)),
      [],
    );
    assert.deepEqual(
      violations(
        fields.filter(({ name }) => name === 'timeZone'),
        ({ description }) => /IANA/.test(description) && /UTC/.test(description),
      ),
      [],
    );
  });

  test('each cron expression with its dialect', () => {
    const crons = fields.filter(({ name }) => name === 'cronExpression');
    assert.deepEqual(
      violations(crons, ({ description }) => /Quartz/.test(description) && /seconds/.test(description)),
      [],
    );
  });

  test('each FIQL filter with the fields that it compares', () => {
    const filters = parameters.filter(({ name }) => name === 'query' || name === '_s');
    assert.deepEqual(
      violations(filters, ({ description }) => /^FIQL filter on .+, for example `.+`\.$/.test(description)),
      [],
    );
  });

  test('each parameter with the name `id` with the kind of object that it identifies', () => {
    const ids = parameters.filter(({ name }) => /^id$/i.test(name));
    assert.deepEqual(
      violations(ids, ({ description }) => /^Id of the \w/.test(description)),
      [],
    );
  });
});

test('a description that many fields need is written once, in a shared schema or parameter', () => {
  const times = new Map<string, number>();
  JSON.stringify([document.components, operations.map((operation) => operation.parameters)], (key, value: unknown) => {
    if (key === 'description' && typeof value === 'string') times.set(value, (times.get(value) ?? 0) + 1);
    return value;
  });
  assert.deepEqual(
    [...times].filter(([, count]) => count > 8),
    [],
  );
});
