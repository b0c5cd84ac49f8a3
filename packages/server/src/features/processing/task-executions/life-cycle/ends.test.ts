// run: own server because its connections have settings of their own
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPartitions, partitionAt } from '../../../../core/database/partitions.ts';
import { sql } from '../../../../core/database/sql.ts';
import { REPORTED_AT, standInEngine, type Lease } from '../../../../../test/support/engine.ts';
import { untilLocksWait } from '../../../../../test/support/locks.ts';
import { startOwnServer } from '../../../../../test/support/server.ts';
import { historyTable } from './executions.ts';

/** With these settings, the plan of a statement is the one for any values and for long tables, which a server uses after some time. */
const SETTINGS = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' };
const options = Object.entries(SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');
const server = await startOwnServer({}, (url) => Promise.resolve(`${url}?options=${encodeURIComponent(options)}`));
const { call, make } = server;
const { db } = server.platform;
const task = await make.task({ parallelExecutionAllowed: true });
const engine = await standInEngine(server, task.environment);

async function claimed(count: number): Promise<Lease[]> {
  for (let number = 0; number < count; number += 1) await call('POST /processing/executions', { body: { executable: task.id } });
  const held: Lease[] = (await engine.claim({ free: count })).executions;
  assert.equal(held.length, count);
  return held;
}

/** Renews the leases of executions, as a heartbeat does, and commits when a statement waits for that. */
async function whileRenewed(held: readonly Lease[], meanwhile: () => Promise<unknown>): Promise<void> {
  let work: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await tx.rows(sql`
      update live_execution
      set lease_expires_at = lease_expires_at + interval '1 second'
      where execution_id = any (${held.map(({ executionId }) => executionId)})`);
    work = meanwhile();
    await untilLocksWait(db.reader);
  });
  await work;
}

const outcomes = (): Promise<{ outcome: string | null; executions: number }[]> =>
  db.reader.rows(sql`
    select outcome, count(*) as executions
    from task_execution
    group by outcome
    order by outcome`);

test('a report ends all of its executions when a heartbeat renews their leases at the same moment', async () => {
  const [first] = await listPartitions(db.reader, historyTable);
  assert.notEqual(first?.name, partitionAt(historyTable, new Date()).name, 'the install is younger than a month');
  const { mode } = await db.writer.only<{ mode: string }>(sql`select current_setting('plan_cache_mode') as mode`);
  assert.equal(mode, 'force_generic_plan');
  const held = await claimed(5);
  await whileRenewed(held, () =>
    engine.report({
      finishes: held.map(({ executionId, fence }) => ({ executionId, fence, finishedAt: REPORTED_AT, outcome: 'EXECUTION_SUCCESS' })),
    }),
  );
  assert.deepEqual(await outcomes(), [{ outcome: 'EXECUTION_SUCCESS', executions: 5 }]);
  assert.deepEqual(await server.count('live_execution'), { live_execution: 0 });
});
