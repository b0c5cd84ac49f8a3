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

/** A field or a parameter: where it stands, how it is called, what it holds, and what is said of it, there or behind its reference. */
type Field = { place: string; name: string; schema: Schema; description: string };

const at = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((place, key) => (place as Record<string, unknown>)[key], document);

/** A schema with what is behind its reference; what is said beside the reference counts before that. */
function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : { ...resolved(at(schema.$ref) as Schema), ...schema };
}

function fieldsOf(schema: Schema, place: string): Field[] {
  const own = Object.entries(schema.properties ?? {}).map(([name, one]) => fieldOf(name, one, `${place}.${name}`));
  const deeper = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => fieldsOf(one, `${place}.${name}`));
  const parts = [schema.items, schema.additionalProperties, ...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  return [...own, ...deeper, ...parts.flatMap((one) => (typeof one === 'object' ? fieldsOf(one, `${place}[]`) : []))];
}

function fieldOf(name: string, schema: Schema, place: string, said?: string): Field {
  const whole = resolved(schema);
  return { place, name, schema: whole, description: said ?? whole.description ?? '' };
}

const named = Object.entries(document.components.schemas as Record<string, Schema>).flatMap(([name, schema]) => fieldsOf(schema, name));

const operations = Object.entries(document.paths as unknown as Record<string, Record<string, Operation> & Operation>).flatMap(
  ([path, item]) => [
    { place: path, parameters: item.parameters ?? [] },
    ...Object.entries(item).map(([method, one]) => ({ place: `${method} ${path}`, ...one })),
  ],
) as ({ place: string } & Operation)[];

const parameters: readonly Field[] = operations.flatMap(({ place, parameters: all = [] }) =>
  all.map((one) => {
    const { name, schema, description } = one.$ref === undefined ? one : (at(one.$ref) as Parameter);
    return fieldOf(name, schema, `${place} ${name}`, description);
  }),
);

const inline: readonly Field[] = operations.flatMap(({ place, requestBody, responses = {} }) =>
  [requestBody, ...Object.values(responses)].flatMap((one) =>
    Object.values(one?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema, place)),
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

/** Places of those that break a rule. */
function breaking(of: readonly Field[], keeps: (field: Field) => boolean): string[] {
  assert.ok(of.length > 0, 'nothing is checked');
  return of.filter((field) => !keeps(field)).map(({ place, description }) => `${place}: ${description}`);
}

/** Units, and nouns of what is counted. */
const COUNTED =
  /\b(?:milliseconds|seconds|minutes|days?|bytes|rows|entries|lines|calls|engines|executions|tasks|number|counts|how (?:many|often)|index|startIndex|code)\b/i;

describe('the contract says of', () => {
  test('each field and parameter what it holds, where the name does not', () => {
    assert.deepEqual(
      breaking(fields, (field) => field.description.length > 5 || isPlain(field)),
      [],
    );
  });

  test('each number its unit or what it counts', () => {
    assert.deepEqual(
      breaking(fields.filter(isNumber), ({ description }) => COUNTED.test(description)),
      [],
    );
  });

  test('each moment as a number from when it counts, and in what', () => {
    const moments = fields.filter((field) => isNumber(field) && /(?:At|Time|Timestamp|^from|^to|_seconds)$/.test(field.name));
    assert.deepEqual(
      breaking(moments, ({ description }) => /epoch milliseconds|seconds since 1970/i.test(description)),
      [],
    );
  });

  test('each time of day and each date its form, and each time zone how it is named', () => {
    const days = fields.filter(
      ({ name, schema }) => /^(?:startDate|startTime|endTime|time|times)$/.test(name) && schema.format === undefined,
    );
    assert.deepEqual(
      breaking(days, ({ description }) => /HH:mm|YYYY-MM-DD|ISO 8601/.test(description)),
      [],
    );
    assert.deepEqual(
      breaking(
        fields.filter(({ name }) => name === 'timeZone'),
        ({ description }) => /IANA/.test(description) && /UTC/.test(description),
      ),
      [],
    );
  });

  test('each cron expression its dialect', () => {
    const crons = fields.filter(({ name }) => name === 'cronExpression');
    assert.deepEqual(
      breaking(crons, ({ description }) => /Quartz/.test(description) && /seconds/.test(description)),
      [],
    );
  });

  test('each FIQL filter the fields that it compares', () => {
    const filters = parameters.filter(({ name }) => name === 'query' || name === '_s');
    assert.deepEqual(
      breaking(filters, ({ description }) => /^FIQL filter on .+, for example `.+`\.$/.test(description)),
      [],
    );
  });

  test('each parameter that is called `id` alone what it is the id of', () => {
    const ids = parameters.filter(({ name }) => /^id$/i.test(name));
    assert.deepEqual(
      breaking(ids, ({ description }) => /^Id of the \w/.test(description)),
      [],
    );
  });
});

test('a sentence that many fields need stands once, in a schema or a parameter that they share', () => {
  const times = new Map<string, number>();
  JSON.stringify([document.components, operations.map((one) => one.parameters)], (key, value: unknown) => {
    if (key === 'description' && typeof value === 'string') times.set(value, (times.get(value) ?? 0) + 1);
    return value;
  });
  assert.deepEqual(
    [...times].filter(([, count]) => count > 8),
    [],
  );
});
