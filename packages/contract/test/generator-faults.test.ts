/** The faults that hinder generators of clients are found, each in a document that has no other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generatorFaults } from '../scripts/generator-faults.ts';

const text = { type: 'string' };
const named = { type: 'object', properties: { name: text } };

type Case = readonly [title: string, schemas: Record<string, object>, fault: RegExp];

const FAULTY: readonly Case[] = [
  ['values that differ only by case', { Kind: { type: 'string', enum: ['USER', 'user'] } }, /Kind: the values like 'user'/],
  ['values that are no names', { Version: { type: 'string', enum: ['1.2'] } }, /Version: a value is no name/],
  ['values that are not all texts', { Switch: { enum: [true, 'on'] } }, /Switch: an enum of other values/],
  ['a schema with the name of the function that makes another one', { Key: named, NewKey: named }, /Key: beside new Key/],
  ['a schema with the name of another one in small letters', { WebHook: named, Webhook: named }, /Webhook: another component/],
  ['a schema with the name of a parameter', { Limit: named }, /limit: another component/],
  ['a schema with the name of the answer of an operation', { ListAirportsResponse: named }, /listAirports with response is a schema/],
  [
    'a schema with the name of an object in another one',
    { Hook: { properties: { head: named } }, HookHead: named },
    /Hook head has the name/,
  ],
  ['a union of a text and a list', { Texts: { anyOf: [text, { type: 'array', items: text }] } }, /Texts: a union of string, array/],
  [
    'a union behind references',
    { Text: text, Key: named, Value: { oneOf: [{ $ref: '#/components/schemas/Text' }, named] } },
    /Value: a union/,
  ],
  ['a list of types', { Port: { type: ['string', 'integer'] } }, /Port: a union of string, integer/],
  [
    'a default of an enum that may be null',
    { Level: { type: ['string', 'null'], enum: ['INFO', null], default: 'INFO' } },
    /Level: a default/,
  ],
  ['fields whose names differ only by signs', { Counts: { properties: { 'a-1': text, a_1: text } } }, /Counts: the fields like 'a_1'/],
  ['a field whose name begins with a sign', { Counts: { properties: { '-1': text } } }, /Counts: the field '-1' is no name/],
  [
    'a field with the name of its type',
    { Fire: { properties: { datetime: { ...text, format: 'date-time' } } } },
    /Fire: the field 'datetime'/,
  ],
];

const documentWith = (schemas: Record<string, object>): object => ({
  paths: { '/airports': { get: { operationId: 'listAirports' } } },
  components: { schemas, parameters: { limit: { name: 'limit', in: 'query', schema: { type: 'integer' } } } },
});

for (const [title, schemas, fault] of FAULTY)
  test(`finds ${title}`, () => {
    const faults = generatorFaults(documentWith(schemas));
    assert.ok(
      faults.some((found) => fault.test(found)),
      JSON.stringify(faults),
    );
  });

test('finds nothing in texts, lists, enums with names, nulls and unions of objects', () => {
  const schemas = {
    Version: { type: ['string', 'null'], enum: ['1.2', null], 'x-enum-varnames': ['V1_2'] },
    Kind: { type: 'string', enum: ['USER', 'GROUP'] },
    Airport: {
      ...named,
      properties: {
        kind: { $ref: '#/components/schemas/Kind' },
        open: { oneOf: [{ $ref: '#/components/schemas/Hours' }, { type: 'null' }] },
      },
    },
    Hours: named,
    Place: { anyOf: [{ $ref: '#/components/schemas/Airport' }, { $ref: '#/components/schemas/Hours' }] },
    Any: {},
  };
  assert.deepEqual(generatorFaults(documentWith(schemas)), []);
});
