// run: own server because it imports support that starts programs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../../core/database/sql.ts';
import { runTimer } from '../../../../../test/support/background.ts';
import { standInEngine } from '../../../../../test/support/engine.ts';
import { eventually } from '../../../../../test/support/install.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { setBack } from '../../../../../test/support/set-back.ts';

// Without a worker, so that only the test runs the timers.
const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_BUSY_RETRY_SECONDS: '60,3600' });
const { call, make, platform } = server;
const { db } = platform;

const start = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const runWatch = () => runTimer(platform, 'watch-clock');
/** The seconds until an execution may be claimed, until its lease ends, and since it was accepted. */
const secondsOf = (id: string): Promise<{ wait: number; lease: number | null; age: number }> =>
  db.reader.only(sql`
    select extract(epoch from available_at - now())::float8 as wait, extract(epoch from lease_expires_at - now())::float8 as lease,
           extract(epoch from now() - accepted_at)::float8 as age
    from live_execution
    where execution_id = ${id}`);

test('task-executions.times.set-back', async () => {
  const [free, busy] = [await make.task(), await make.task({ parallelExecutionAllowed: false })];
  const [engine, other] = [await standInEngine(server, free.environment), await standInEngine(server, busy.environment)];
  const [waiting, running, postponed] = [await start(free.id), await start(busy.id), await start(busy.id)];
  const lease = await other.claimOne();
  assert.equal(lease.executionId, running);
  await runWatch();
  const before = await secondsOf(postponed);
  assert.ok(before.wait > 50 && before.wait <= 60, 'a clock that runs forward changes nothing');

  await setBack(platform);
  assert.deepEqual((await engine.claim()).executions, [], 'no execution can be claimed for an hour');
  await runWatch();
  const after = await secondsOf(postponed);
  assert.ok(after.wait > 0 && after.wait <= 60 && after.age >= 0, `it waits for ${after.wait} s`);
  const held = await secondsOf(running);
  assert.ok(held.lease !== null && held.lease > 25 && held.lease <= 30, `the lease lasts ${held.lease} s`);
  assert.equal((await engine.claimOne()).executionId, waiting);

  await runWatch();
  assert.ok((await secondsOf(postponed)).wait <= after.wait, 'the time is moved only once');
  await other.finish(lease);
  assert.equal((await other.claimOne()).executionId, postponed);
});

test('task-executions.times.set-back: a long postponement does not get longer', async () => {
  const task = await make.task({ parallelExecutionAllowed: false });
  const engine = await standInEngine(server, task.environment);
  const [, postponed] = [await start(task.id), await start(task.id)];
  await engine.claimOne();
  await db.writer.rows(sql`update live_execution set available_at = now() where execution_id = ${postponed}`);
  await engine.claim();
  await setBack(platform);
  await runWatch();
  const { wait } = await secondsOf(postponed);
  assert.ok(wait > 3500 && wait <= 3600, `it waits for ${wait} s`);
});

test('task-executions.lease.nobody: a process that has ended does not count as serving after the clock was set back', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const id = await start(task.id);
  await engine.claimOne();
  await db.writer.rows(sql`
    insert into api_presence (process_id, since, seen_at)
    values (gen_random_uuid(), now() - interval '1 day', now())`);
  await setBack(platform);
  await db.writer.rows(sql`update live_execution set lease_expires_at = now() - interval '1 s' where execution_id = ${id}`);
  await runTimer(platform, 'expire-leases');
  assert.equal((await secondsOf(id)).wait > 0, true, 'the execution has not ended');
  await eventually('the serving process counts from the present time', async () => {
    const rows = await db.reader.rows<{ served: boolean }>(sql`select since <= now() as served from api_presence`);
    return rows.length === 1 && rows[0]?.served ? true : undefined;
  });
});

test('days that are no longer over are counted again', async () => {
  await db.writer.rows(sql`
    insert into task_execution_counted_day (day)
    select (now() at time zone 'UTC')::date + d
    from generate_series(-3, 0) d`);
  await setBack(platform);
  await runWatch();
  const left = await db.reader.rows<{ ago: number }>(sql`
    select (now() at time zone 'UTC')::date - day as ago
    from task_execution_counted_day
    order by day`);
  // Whether the count of yesterday stays depends on the hour.
  assert.deepEqual(
    left.map(({ ago }) => ago).filter((ago) => ago !== 1),
    [3, 2],
  );
});
