/** The OpenAPI document that the server returns conforms to OpenAPI 3.1, checked by two independent validators (ADR 36). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ruleFaults, schemaFaults } from '../../../contract/scripts/document-faults.ts';
import { generatorFaults } from '../../../contract/scripts/generator-faults.ts';
import { HEADER_BYTES } from '../../src/core/http/raw-answers.ts';
import { startTestServer } from '../support/server.ts';
import { served } from '../support/operation-requests.ts';

const server = await startTestServer();
const { body: document } = await server.call('GET /openapi.json', { token: undefined });

type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
};
type Parameter = { $ref?: string; name: string; schema: Schema };
type Operation = { parameters?: Parameter[]; responses: object; requestBody?: { content: Record<string, { schema: Schema }> } };

const resolved = <Part extends { $ref?: string }>(part: Part): Part =>
  part.$ref === undefined
    ? part
    : resolved(
        part.$ref
          .slice(2)
          .split('/')
          .reduce<unknown>((place, key) => (place as Record<string, unknown>)[key], document) as Part,
      );

const operations = Object.entries(document.paths as Record<string, Record<string, Operation> & { parameters?: Parameter[] }>).flatMap(
  ([path, { parameters: shared = [], ...item }]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...(operation as Operation),
      route: `${method} ${path}`,
      parameters: [...shared, ...((operation as Operation).parameters ?? [])].map(resolved),
    })),
);

/** The most bytes of a parameter in a URL: a character has up to four bytes, and each of them becomes three. */
function longestOf(name: string, given: Schema): number {
  const { items, maxItems = Infinity } = resolved(given);
  return items ? maxItems * longestOf(name, items) : name.length + '&='.length + longestValue(given);
}

function longestValue(given: Schema): number {
  const { type, format, pattern, enum: values, maxLength = Infinity } = resolved(given);
  if (values) return Math.max(...values.map((value) => String(value).length));
  if (type !== 'string' || format !== undefined) return 40;
  const isAscii = pattern !== undefined && !/\\S|\[\^/.test(pattern) && !new RegExp(pattern, 'u').test('é');
  return maxLength * (isAscii ? 3 : 12);
}

const allowsNull = (given: Schema): boolean => {
  const { type, enum: values, oneOf, anyOf, allOf } = resolved(given);
  const parts = oneOf ?? anyOf ?? allOf;
  if (type !== undefined) return [type].flat().includes('null') && values?.includes(null) !== false;
  return values ? values.includes(null) : parts === undefined || parts.some(allowsNull);
};

/** Lists the optional fields of a closed object, and of those within it, whose schema refuses null. */
function fieldsWithoutNull(given: Schema, place: string, seen: Set<Schema>): string[] {
  const schema = resolved(given);
  if (seen.has(schema) || (schema.additionalProperties ?? false) !== false) return [];
  seen.add(schema);
  const fields = Object.entries(schema.properties ?? {});
  const parts = [schema.items ?? [], schema.oneOf ?? [], schema.anyOf ?? [], schema.allOf ?? []].flat();
  return [
    ...fields.filter(([name, field]) => schema.required?.includes(name) !== true && !allowsNull(field)).map(([name]) => `${place}.${name}`),
    ...fields.flatMap(([name, field]) => fieldsWithoutNull(field, `${place}.${name}`, seen)),
    ...parts.flatMap((part) => fieldsWithoutNull(part, place, seen)),
  ];
}

describe('GET /openapi.json', () => {
  test('contains every operation that this port serves', () => {
    const expected = served.map(({ route }) => route).filter((route) => route !== 'GET /metrics');
    const routes = Object.entries(document.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => method !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(routes.toSorted(), expected.toSorted());
  });

  test('is valid according to the official schema of OpenAPI 3.1', async () => {
    assert.deepEqual(await schemaFaults(document), []);
  });

  test('passes the linter', async () => {
    assert.deepEqual(await ruleFaults(document), []);
  });

  test('lists the refusals that come before the path is known at each operation', () => {
    const lacking = operations.filter(({ responses }) => !('408' in responses) || !('431' in responses));
    assert.deepEqual(
      lacking.map(({ route }) => route),
      [],
    );
  });

  test('has no parameters that are too long for the headers, at their longest and with every character escaped', () => {
    const room = HEADER_BYTES - 8 * 1024;
    const tooLong = operations.flatMap(({ route, parameters }) => {
      const bytes = parameters.reduce((sum, { name, schema }) => sum + longestOf(name, schema), route.length);
      return bytes > room ? [`${route}: ${bytes}`] : [];
    });
    assert.deepEqual(tooLong, []);
  });

  test('says of each optional field of a JSON body that null is accepted', () => {
    const silent = operations.flatMap(({ route, requestBody }) =>
      Object.entries(requestBody?.content ?? {})
        .filter(([type]) => type.endsWith('json'))
        .flatMap(([, { schema }]) => fieldsWithoutNull(schema, route, new Set())),
    );
    assert.ok(operations.some(({ requestBody }) => requestBody !== undefined));
    assert.deepEqual(silent, []);
  });

  test('has nothing that generators of clients cannot compile', () => {
    assert.deepEqual(generatorFaults(document), []);
  });
});
