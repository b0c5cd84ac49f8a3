import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absentFieldRemover } from './absent-fields.ts';

const SCHEMAS: Readonly<Record<string, Record<string, unknown>>> = {
  '#/time': { type: 'object', additionalProperties: false, properties: { at: { type: 'string' }, zone: { type: ['string', 'null'] } } },
  '#/node': { type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#/node' } } },
};
const cleaned = (body: unknown, bodySchema: Record<string, unknown>, answerSchemas: Record<string, unknown>[] = []): unknown => {
  const copy = structuredClone(body);
  const changed = absentFieldRemover(bodySchema, answerSchemas, (reference) => SCHEMAS[reference] ?? assert.fail(reference))(copy);
  assert.equal(changed, JSON.stringify(copy) !== JSON.stringify(body), 'returns whether it removed a field');
  return copy;
};
const object = (properties: Record<string, unknown>, more: object = {}) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...more,
});

test('null is removed where no schema of the field allows it, at any depth', () => {
  const schema = object({
    name: { type: 'string' },
    note: { type: ['string', 'null'] },
    kind: { enum: ['a', null] },
    any: {},
    time: { $ref: '#/time' },
    times: { type: 'array', items: { $ref: '#/time' } },
    either: { oneOf: [{ type: 'string' }, { type: 'null' }] },
    both: { allOf: [{ $ref: '#/time' }, object({ more: { type: 'integer' } })] },
  });
  assert.deepEqual(cleaned({ name: null, note: null, kind: null, any: null, time: { at: null, zone: null }, either: null }, schema), {
    note: null,
    kind: null,
    any: null,
    time: { zone: null },
    either: null,
  });
  assert.deepEqual(cleaned({ times: [{ at: null }, { at: 'x' }, null], both: { at: null, more: null } }, schema), {
    times: [{}, { at: 'x' }, null],
    both: {},
  });
  assert.deepEqual(cleaned({ name: 'x', time: { at: 'y' } }, schema), { name: 'x', time: { at: 'y' } });
});

test('null stays in fields with free names, and unknown fields stay so that the validator can name them', () => {
  const schema = object({ values: { type: 'object', additionalProperties: { type: 'string' } } });
  assert.deepEqual(cleaned({ values: { a: null }, other: null }, schema), { values: { a: null }, other: null });
  for (const body of [null, 'text', 5, [null]]) assert.deepEqual(cleaned(body, schema), body);
});

test('fields that only an answer has are removed, at any depth', () => {
  const schema = object({ name: { type: 'string' }, place: object({ id: { type: 'string' } }) });
  const shown = [
    object({ id: { type: 'string' }, name: { type: 'string' }, place: object({ id: {}, name: {} }) }),
    object({ author: { type: 'string' } }),
  ];
  assert.deepEqual(cleaned({ id: 1, name: 'x', author: 'y', place: { id: 'p', name: 'P', size: 1 }, size: 2 }, schema, shown), {
    name: 'x',
    place: { id: 'p', size: 1 },
    size: 2,
  });
});

test('a body that has no field of the record keeps all fields', () => {
  const order = object({ newest: { type: 'boolean' } });
  assert.deepEqual(cleaned({ name: 'x', newest: null }, order, [object({ name: { type: 'string' } })]), { name: 'x' });
});

test('recursive schemas work', () => {
  const body = { name: null, next: { name: 'b', next: { name: null, next: null } } };
  assert.deepEqual(cleaned(body, { $ref: '#/node' }), { next: { name: 'b', next: {} } });
});
