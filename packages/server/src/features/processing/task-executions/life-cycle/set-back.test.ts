// isolation: own process because it imports support that starts programs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchClock } from '../../../../core/background/database-clock.ts';
import { sql } from '../../../../core/database/sql.ts';
import { standInEngine } from '../../../../../test/support/engine.ts';
import { eventually } from '../../../../../test/support/install.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { setBack } from '../../../../../test/support/set-back.ts';
import { expireLeasesTimer } from './timers.ts';

// Without a worker nobody looks at the clock but the test.
const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_BUSY_RETRY_SECONDS: '60,3600' });
const { call, make, platform } = server;
const { db } = platform;

const start = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const look = () => watchClock.run(platform);
/** In how many seconds an execution may be taken, and its lease ends. */
const secondsOf = (id: string): Promise<{ wait: number; lease: number | null; age: number }> =>
  db.reader.only(sql`
    select extract(epoch from available_at - now())::float8 as wait, extract(epoch from lease_expires_at - now())::float8 as lease,
           extract(epoch from now() - accepted_at)::float8 as age
    from live_execution
    where execution_id = ${id}`);

test('task-executions.times.set-back', async () => {
  const [free, busy] = [await make.task(), await make.task({ parallelExecutionAllowed: false })];
  const [engine, other] = [await standInEngine(server, free.environment), await standInEngine(server, busy.environment)];
  const [waits, runs, rests] = [await start(free.id), await start(busy.id), await start(busy.id)];
  const lease = await other.claimOne();
  assert.equal(lease.executionId, runs);
  await look();
  const before = await secondsOf(rests);
  assert.ok(before.wait > 50 && before.wait <= 60, 'a clock that goes on changes nothing');

  await setBack(platform);
  assert.deepEqual((await engine.claim()).executions, [], 'nothing can be taken for an hour');
  await look();
  const after = await secondsOf(rests);
  assert.ok(after.wait > 0 && after.wait <= 60 && after.age >= 0, `it waits for ${after.wait} s`);
  const held = await secondsOf(runs);
  assert.ok(held.lease !== null && held.lease > 25 && held.lease <= 30, `the lease lasts ${held.lease} s`);
  assert.equal((await engine.claimOne()).executionId, waits);

  await look();
  assert.ok((await secondsOf(rests)).wait <= after.wait, 'it is moved once');
  await other.finish(lease);
  assert.equal((await other.claimOne()).executionId, rests);
});

test('task-executions.times.set-back: a long pause is no longer than it was meant to be', async () => {
  const task = await make.task({ parallelExecutionAllowed: false });
  const engine = await standInEngine(server, task.environment);
  const [, rests] = [await start(task.id), await start(task.id)];
  await engine.claimOne();
  await db.writer.rows(sql`update live_execution set available_at = now() where execution_id = ${rests}`);
  await engine.claim();
  await setBack(platform);
  await look();
  const { wait } = await secondsOf(rests);
  assert.ok(wait > 3500 && wait <= 3600, `it waits for ${wait} s`);
});

test('task-executions.lease.nobody: a process that is gone does not seem to serve when the clock is set back', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const id = await start(task.id);
  await engine.claimOne();
  await db.writer.rows(sql`
    insert into api_presence (process_id, since, seen_at)
    values (gen_random_uuid(), now() - interval '1 day', now())`);
  await setBack(platform);
  await db.writer.rows(sql`update live_execution set lease_expires_at = now() - interval '1 s' where execution_id = ${id}`);
  await expireLeasesTimer.run(platform);
  assert.equal((await secondsOf(id)).wait > 0, true, 'it is still there');
  await eventually('the process that serves counts from now on', async () => {
    const rows = await db.reader.rows<{ served: boolean }>(sql`select since <= now() as served from api_presence`);
    return rows.length === 1 && rows[0]?.served ? true : undefined;
  });
});

test('days that are not over any more are counted anew', async () => {
  await db.writer.rows(sql`
    insert into task_execution_counted_day (day)
    select (now() at time zone 'UTC')::date + d
    from generate_series(-3, 0) d`);
  await setBack(platform);
  await look();
  const left = await db.reader.rows<{ ago: number }>(sql`
    select (now() at time zone 'UTC')::date - day as ago
    from task_execution_counted_day
    order by day`);
  // Whether yesterday stays depends on the hour.
  assert.deepEqual(
    left.map(({ ago }) => ago).filter((ago) => ago !== 1),
    [3, 2],
  );
});
