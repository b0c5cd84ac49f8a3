import assert from 'node:assert/strict';
import { test } from 'node:test';
import { and, contains, escapeLike, identifier, json, sql, startsWith, statement, verbatim } from './sql.ts';

test('keeps values out of the text, in their order', () => {
  const { text, values } = statement(sql`select ${"x' or true"}, ${2}, ${null}`);
  assert.deepEqual([text, values], ['select $1, $2, $3', ["x' or true", 2, null]]);
});

test('includes fragments at any place, and numbers all values in order', () => {
  const condition = sql`b = ${'two'} or ${sql`c = ${3}`}`;
  const { text, values } = statement(sql`${sql`select`} a from t where a = ${1} and (${condition}) and d = ${4}${sql``}`);
  assert.deepEqual([text, values], ['select a from t where a = $1 and (b = $2 or c = $3) and d = $4', [1, 'two', 3, 4]]);
});

test('names a statement by its text alone', () => {
  const nameOf = (value: number) => statement(sql`select ${value}`).name;
  assert.equal(nameOf(1), nameOf(2));
  assert.notEqual(nameOf(1), statement(sql`select ${1} `).name);
  assert.ok(String(nameOf(1)).length < 64, 'the database truncates longer names');
});

test('joins conditions by "and", and returns "true" for none', () => {
  assert.equal(statement(and([])).text, 'true');
  assert.deepEqual(statement(and([sql`a = ${1}`, sql`b`, sql`c = ${2}`])), { ...statement(sql`a = ${1} and b and c = ${2}`) });
});

test('escapes wildcards in the text of a caller', () => {
  assert.equal(escapeLike(String.raw`50%_\ off`), String.raw`50\%\_\\ off`);
  assert.deepEqual(statement(startsWith(sql`name`, '5%')).values, [String.raw`5\%%`]);
  assert.deepEqual(statement(contains(sql`name`, 'a_b')).values, [String.raw`%a\_b%`]);
});

test('converts values to JSON, and null and undefined to null', () => {
  assert.deepEqual([json([1]), json({ a: 'b' }), json(null), json(undefined), json('')], ['[1]', '{"a":"b"}', null, null, '""']);
});

test('includes identifiers and verbatim text, and refuses an invalid identifier', () => {
  assert.deepEqual(statement(sql`select a from ${identifier('log_2026_11')} where a = ${1}`), {
    text: 'select a from "log_2026_11" where a = $1',
    values: [1],
  });
  assert.deepEqual(statement(sql`create table a ${verbatim('with (fillfactor = 75)')}`).text, 'create table a with (fillfactor = 75)');
  for (const name of ['', 'a"b', 'A', '1a', 'a-b', 'a'.repeat(64)]) assert.throws(() => identifier(name), /is not a valid name/);
});

test('tells a value from a fragment at the same place', () => {
  const pair = (first: unknown, second: unknown): string => statement(sql`select ${first}, ${second}`).text;
  assert.deepEqual(
    [pair(1, sql`a`), pair(sql`a`, 1), pair(1, 1), pair(sql`a`, sql`b`), pair(sql`b`, sql`a`)],
    ['select $1, a', 'select a, $1', 'select $1, $2', 'select a, b', 'select b, a'],
  );
});
