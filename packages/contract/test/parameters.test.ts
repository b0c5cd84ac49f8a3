import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSecretType, missingParameters, typeFault } from '../src/parameters.ts';

const fits = (type: string | undefined, value: string): boolean =>
  typeFault([{ name: 'p', ...(type !== undefined && { type }) }], { p: value }) === undefined;

test('a value must have the format of its type, whichever name the type has', () => {
  const cases: [string[], string[], string[]][] = [
    [
      ['int', 'Integer', 'id_Integer', 'long', 'id_Short', 'byte'],
      ['0', '-7', '+42', '9007199254740993'],
      ['1.5', '1e3', 'x', ' 1', '1 ', '1_000', '0x10', '١'],
    ],
    [
      ['number', 'float', 'id_Double', 'decimal', 'id_BigDecimal'],
      ['0', '-7.25', '.5', '5.', '1e-3', '+1E6'],
      ['x', '1,5', '.', 'e3', 'NaN', 'Infinity', ' 1'],
    ],
    [
      ['boolean', 'bool', 'id_Boolean'],
      ['true', 'False', 'TRUE'],
      ['yes', '1', 'truee', ' true'],
    ],
  ];
  for (const [types, good, bad] of cases) {
    for (const type of types) {
      for (const value of good) assert.ok(fits(type, value), `${type} ${value}`);
      for (const value of bad) assert.ok(!fits(type, value), `${type} ${JSON.stringify(value)}`);
    }
  }
});

test('texts, secrets, unknown types and empty values are not checked', () => {
  for (const type of [undefined, '', 'string', 'id_String', 'password', 'file', 'id_Date', 'list of codes'])
    assert.ok(fits(type, 'any thing'));
  for (const type of ['int', 'number', 'boolean']) assert.ok(fits(type, ''));
  assert.equal(typeFault([{ name: 'constructor', type: 'int' }], {}), undefined);
});

test('the message names each parameter with its type and repeats no value', () => {
  const declared = [
    { name: 'limit', type: 'int' },
    { name: 'ratio', type: 'number' },
    { name: 'city', type: 'string' },
  ];
  assert.equal(
    typeFault(declared, { limit: 's3cret', ratio: 'half', city: 'Bern', other: 'x' }),
    'limit (int) must be a whole number such as 42, ratio (number) must be a number such as 42 or 0.5',
  );
});

test('a required parameter needs a value that is not empty, unless the value comes from elsewhere', () => {
  const declared = ['a', 'b', 'c', 'constructor'].map((name) => ({ name, required: true }));
  assert.deepEqual(missingParameters([...declared, { name: 'free' }], { a: '1', b: '' }, new Set(['c'])), ['b', 'constructor']);
});

test('only the types password and secret are secret', () => {
  for (const type of ['password', 'SECRET', 'id_Password']) assert.ok(isSecretType(type));
  for (const type of [undefined, 'string', 'passwords']) assert.ok(!isSecretType(type));
});
