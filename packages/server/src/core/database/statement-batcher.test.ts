import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../../test/support/server.ts';
import { DatabaseUnavailable, type Database } from './db.ts';
import { sql } from './sql.ts';
import type { BatchedStatement } from './statement-batcher.ts';
import { StatementBatcher } from './statement-batcher.ts';

const { platform } = await startTestServer({ MILLRACE_ROLE: 'api' });
const { db } = platform;

/** Doubles numbers in the database and writes down how many came together. */
function doubling(atOnce = 1, most = 100): { kind: BatchedStatement<number, number>; flights: number[] } {
  const flights: number[] = [];
  const run = async ({ writer }: Database, numbers: readonly number[]): Promise<number[]> => {
    flights.push(numbers.length);
    const rows = await writer.rows<{ n: number }>(
      sql`select 10 / n * 2 * n as n from unnest(${[...numbers]}::int[]) with ordinality o (n, at) order by at`,
    );
    return rows.map((row) => row.n);
  };
  return { kind: { atOnce, most, run }, flights };
}

test('callers of the same moment share a statement, and each gets its own result', async () => {
  const { kind, flights } = doubling();
  const batcher = new StatementBatcher(db);
  const results = await Promise.all([1, 2, 5, 10].map((number) => batcher.run(kind, number)));
  assert.deepEqual(results, [20, 20, 20, 20]);
  assert.deepEqual(flights, [4]);
});

test('who comes while a statement is under way waits for the next one', async () => {
  const { kind, flights } = doubling();
  const batcher = new StatementBatcher(db);
  const first = batcher.run(kind, 1);
  await new Promise((resolve) => void setImmediate(resolve));
  const later = [batcher.run(kind, 2), batcher.run(kind, 5)];
  await Promise.all([first, ...later]);
  assert.deepEqual(flights, [1, 2]);
});

test('no statement holds more than the kind allows', async () => {
  const { kind, flights } = doubling(2, 3);
  const batcher = new StatementBatcher(db);
  await Promise.all(Array.from({ length: 7 }, () => batcher.run(kind, 1)));
  assert.deepEqual(flights.toSorted(), [1, 3, 3]);
});

test('an item that the database refuses fails alone', async () => {
  const { kind } = doubling();
  const batcher = new StatementBatcher(db);
  const results = await Promise.allSettled([1, 0, 5].map((number) => batcher.run(kind, number)));
  assert.deepEqual(
    results.map((one) => one.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
});

test('nothing is tried again when nobody knows what was kept', async () => {
  let runs = 0;
  const kind: BatchedStatement<number, number> = {
    atOnce: 1,
    most: 10,
    run: () => {
      runs += 1;
      return Promise.reject(new DatabaseUnavailable('unreachable'));
    },
  };
  const batcher = new StatementBatcher(db);
  const results = await Promise.allSettled([1, 2].map((number) => batcher.run(kind, number)));
  assert.ok(results.every((one) => one.status === 'rejected' && one.reason instanceof DatabaseUnavailable));
  assert.equal(runs, 1);
});

test('a failure that no item can have caused fails all of them at once', async () => {
  let runs = 0;
  const kind: BatchedStatement<number, number> = {
    atOnce: 1,
    most: 10,
    run: async ({ writer }) => {
      runs += 1;
      await writer.rows(sql`select no_such_column`);
      return [];
    },
  };
  const batcher = new StatementBatcher(db);
  const results = await Promise.allSettled([1, 2, 3].map((number) => batcher.run(kind, number)));
  assert.ok(results.every((one) => one.status === 'rejected' && /no_such_column/.test(String(one.reason))));
  assert.equal(runs, 1);
});

test('kinds do not wait for each other', async () => {
  const [one, other] = [doubling(), doubling()];
  const batcher = new StatementBatcher(db);
  await Promise.all([batcher.run(one.kind, 1), batcher.run(other.kind, 1)]);
  assert.deepEqual([one.flights, other.flights], [[1], [1]]);
});
