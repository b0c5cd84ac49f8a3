// run: own server because it counts the deadlocks of its database
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { REPORTED_AT, standInEngine, type Lease } from '../../../../test/support/engine.ts';
import { countDeadlocks, untilLocksWait } from '../../../../test/support/locks.ts';
import { startOwnServer } from '../../../../test/support/server.ts';

const server = await startOwnServer();
const { call, make } = server;
const { db } = server.platform;
const task = await make.task();
const engine = await standInEngine(server, task.environment);

/** Calls `meanwhile` while an execution is locked, and unlocks it when `waiting` statements wait for a lock. */
async function whileLocked(id: string, waiting: number, meanwhile: () => Promise<unknown>[]): Promise<void> {
  let work: Promise<unknown>[] = [];
  await db.transaction(async (tx) => {
    await tx.rows(sql`select execution_id from live_execution where execution_id = ${id} for update`);
    work = meanwhile();
    await untilLocksWait(db.reader, waiting);
  });
  await Promise.all(work);
}

test('a heartbeat and a report that name executions in opposite orders wait for each other', async () => {
  for (let number = 0; number < 20; number += 1) await call('POST /processing/executions', { body: { executable: task.id } });
  const held: Lease[] = (await engine.claim({ free: 20 })).executions;
  assert.equal(held.length, 20);
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
  assert.equal(await countDeadlocks({ db }), 0, 'deadlocks');
  assert.deepEqual(await engine.heartbeat(held), { stop: [], lost: [] });
});
