import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../../test/support/server.ts';
import { DatabaseUnavailable, type Database } from './db.ts';
import { sql } from './sql.ts';
import { type BatchedStatement, StatementBatcher } from './statement-batcher.ts';

const { platform } = await startTestServer({ MILLRACE_ROLE: 'api' });
const { db } = platform;

/** A statement that computes 20 for each divisor of 10 and fails for 0, and the sizes of its batches. */
function dividing(atOnce = 1, most = 100): { kind: BatchedStatement<number, number>; batchSizes: number[] } {
  const batchSizes: number[] = [];
  const run = async ({ writer }: Database, numbers: readonly number[]): Promise<number[]> => {
    batchSizes.push(numbers.length);
    const rows = await writer.rows<{ n: number }>(
      sql`select 10 / n * 2 * n as n from unnest(${[...numbers]}::int[]) with ordinality o (n, at) order by at`,
    );
    return rows.map((row) => row.n);
  };
  return { kind: { atOnce, most, run }, batchSizes };
}

test('concurrent callers share a statement, and each gets its own result', async () => {
  const { kind, batchSizes } = dividing();
  const batcher = new StatementBatcher(db);
  const results = await Promise.all([1, 2, 5, 10].map((number) => batcher.run(kind, number)));
  assert.deepEqual(results, [20, 20, 20, 20]);
  assert.deepEqual(batchSizes, [4]);
});

test('an item that arrives while a statement runs waits for the next statement', async () => {
  const { kind, batchSizes } = dividing();
  const batcher = new StatementBatcher(db);
  const first = batcher.run(kind, 1);
  await new Promise((resolve) => void setImmediate(resolve));
  const later = [batcher.run(kind, 2), batcher.run(kind, 5)];
  await Promise.all([first, ...later]);
  assert.deepEqual(batchSizes, [1, 2]);
});

test('a statement has at most as many items as its kind allows', async () => {
  const { kind, batchSizes } = dividing(2, 3);
  const batcher = new StatementBatcher(db);
  await Promise.all(Array.from({ length: 7 }, () => batcher.run(kind, 1)));
  assert.deepEqual(batchSizes.toSorted(), [1, 3, 3]);
});

test('an item that the database refuses fails alone', async () => {
  const { kind } = dividing();
  const batcher = new StatementBatcher(db);
  const results = await Promise.allSettled([1, 0, 5].map((number) => batcher.run(kind, number)));
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
});

test('a batch is not retried if it is unknown whether it was committed', async () => {
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
  assert.ok(results.every((result) => result.status === 'rejected' && result.reason instanceof DatabaseUnavailable));
  assert.equal(runs, 1);
});

test('an error that no item can have caused fails all items without a retry', async () => {
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
  assert.ok(results.every((result) => result.status === 'rejected' && /no_such_column/.test(String(result.reason))));
  assert.equal(runs, 1);
});

test('kinds do not wait for each other', async () => {
  const [first, second] = [dividing(), dividing()];
  const batcher = new StatementBatcher(db);
  await Promise.all([batcher.run(first.kind, 1), batcher.run(second.kind, 1)]);
  assert.deepEqual([first.batchSizes, second.batchSizes], [[1], [1]]);
});
