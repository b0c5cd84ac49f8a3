import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from '../../../core/database/sql.ts';
import { REPORTED_AT, standInEngine, type Lease } from '../../../../test/support/engine.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make } = server;
const { db } = server.platform;
const task = await make.task();
const engine = await standInEngine(server, task.environment);

const countWaiting = async (): Promise<number> =>
  (
    await db.reader.only<{ count: number }>(sql`
      select count(*)
      from pg_stat_activity
      where datname = current_database()
        and wait_event_type = 'Lock'`)
  ).count;

/** Calls `meanwhile` while an execution is locked, and unlocks it when `waiting` statements wait for a lock. */
async function whileLocked(id: string, waiting: number, meanwhile: () => Promise<unknown>[]): Promise<void> {
  let work: Promise<unknown>[] = [];
  await db.transaction(async (tx) => {
    await tx.rows(sql`select execution_id from live_execution where execution_id = ${id} for update`);
    work = meanwhile();
    while ((await countWaiting()) < waiting) await wait(10);
  });
  await Promise.all(work);
}

/** The number of deadlocks in the database so far. A session reports its deadlocks up to a second later. */
async function countDeadlocks(): Promise<number> {
  await wait(2000);
  return (await db.reader.only<{ count: number }>(sql`select deadlocks as count from pg_stat_database where datname = current_database()`))
    .count;
}

test('a heartbeat and a report that name executions in opposite orders wait for each other', async () => {
  for (let number = 0; number < 20; number += 1) await call('POST /processing/executions', { body: { executable: task.id } });
  const held: Lease[] = (await engine.claim({ free: 20 })).executions;
  assert.equal(held.length, 20);
  const before = await countDeadlocks();
  const [first, last] = [held.at(0), held.at(-1)];
  assert.ok(first && last);
  const startAll = (inOrder: readonly Lease[]) => () =>
    engine.report({ starts: inOrder.map(({ executionId, fence }) => ({ executionId, fence, startedAt: REPORTED_AT })) });
  for (const locked of [first, last])
    for (const [order, otherOrder] of [
      [held, held.toReversed()],
      [held.toReversed(), held],
    ] as const) {
      await whileLocked(locked.executionId, 2, () => [engine.heartbeat(order), startAll(otherOrder)()]);
      await whileLocked(locked.executionId, 2, () => [startAll(order)(), startAll(otherOrder)()]);
    }
  assert.equal((await countDeadlocks()) - before, 0, 'new deadlocks');
  assert.deepEqual(await engine.heartbeat(held), { stop: [], lost: [] });
});
