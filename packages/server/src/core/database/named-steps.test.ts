import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql, statement, unnamed } from './sql.ts';
import { namedSteps } from './named-steps.ts';

const build = (value: number, isLong = false) =>
  namedSteps(
    { first: { materialized: sql`select ${value} as a` }, ...(isLong && { second: sql`select 2` }), left: undefined },
    sql`select a from first`,
  );

test('names the steps of a statement, and leaves out those that are undefined', () => {
  assert.deepEqual(
    [statement(build(7)).text, statement(build(7)).values],
    ['with first as materialized (select $1 as a) select a from first', [7]],
  );
  assert.equal(statement(build(7, true)).text, 'with first as materialized (select $1 as a), second as (select 2) select a from first');
});

test('a statement of steps is prepared once, unless one of its parts must not be', () => {
  assert.equal(statement(build(1)).name, statement(build(2)).name);
  assert.notEqual(statement(build(1)).name, statement(build(1, true)).name);
  assert.equal(statement(namedSteps({ only: unnamed(sql`select 1`) }, sql`select`)).name, undefined);
});
