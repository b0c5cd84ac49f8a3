// run: own server because its database has a clock that can be set
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Sql, sql, verbatim } from '../../../../core/database/sql.ts';
import { runTimer } from '../../../../../test/support/background.ts';
import { eventually } from '../../../../../test/support/install.ts';
import { stayWithinOneDay } from '../../../../../test/support/one-day.ts';
import { pastExecution } from '../../../../../test/support/past-executions.ts';
import { startOwnServer } from '../../../../../test/support/server.ts';

// Without a worker, so that only the test runs the timers.
const server = await startOwnServer({ MILLRACE_ROLE: 'api' }, async (url) => {
  const own = new URL(url);
  own.searchParams.set('options', '-c search_path=public,pg_catalog');
  return own.toString();
});
const { call, make, platform } = server;
const { db } = platform;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const task = await make.task();

await db.writer.rows(sql`create table public.clock_step (minutes integer not null, at timestamptz not null)`);
await db.writer.rows(sql`insert into public.clock_step values (0, now())`);
for (const name of ['now', 'clock_timestamp'])
  await db.writer.rows(
    verbatim(`
      create function public.${name}() returns timestamptz volatile language sql
      as $$ select pg_catalog.${name}() + make_interval(mins => minutes) from public.clock_step $$`),
  );
// Transactions that began before the step show the time of before.
await db.writer.rows(sql`
  create view public.pg_stat_activity as
  select a.datname, a.pid, a.backend_type, a.backend_start, a.state, a.wait_event_type,
         a.xact_start + make_interval(mins => case when a.xact_start >= s.at then s.minutes else 0 end) as xact_start
  from pg_catalog.pg_stat_activity a
  cross join public.clock_step s`);
const setClock = (minutes: number): Promise<unknown> =>
  db.writer.rows(sql`update public.clock_step set minutes = ${minutes}, at = pg_catalog.clock_timestamp()`);

await stayWithinOneDay();
const today = Math.floor(Date.now() / DAY) * DAY;
/** The number of executions of today. */
let accepted = 0;

/** Inserts an execution of this moment that has ended. */
async function runNow(): Promise<void> {
  await pastExecution(server, task, { triggeredAt: new Date() });
  accepted += 1;
}

/** Starts an execution by the API, and ends it. */
async function startAndEnd(): Promise<void> {
  const { body } = await call('POST /processing/executions', { body: { executable: task.id } });
  accepted += 1;
  await call('DELETE /processing/executions/{executionId}', { path: { executionId: body.executionId } });
}

/** Checks that a list of today, its items and Home contain all executions. */
async function assertAllShown(when: string): Promise<void> {
  const period = { from: today, to: today + DAY };
  const list = await call('GET /processing/executables/tasks/executions', { query: { ...period, limit: 100 } });
  const home = await call('POST /monitoring/observability/executions/counts', {
    body: { ...period, environmentId: task.environment, bucketMinutes: 60 },
  });
  const ofHome = Object.values<number>(home.body.totals).reduce((sum, count) => sum + count, 0);
  assert.deepEqual([list.body.total, list.body.items.length, ofHome], [accepted, accepted, accepted], when);
}

/** The number of sessions of this database that wait for a lock. */
const waiting = async (): Promise<number> =>
  (await db.reader.rows(sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).length;

/** Holds a lock until `writes` waits for it and `during` has ended. */
async function lockedDuring(lock: Sql, writes: () => Promise<unknown>, during: () => Promise<unknown>): Promise<void> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const locking = db.transaction(async (tx) => {
    await tx.rows(lock);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const writing = writes();
  try {
    await eventually('it waits', async () => (await waiting()) === 1 || undefined);
    await during();
  } finally {
    released.resolve();
    await Promise.all([locking, writing]);
  }
}

/** Sets the clock back to the time of the machine while a timer counts: it has marked what it counts, and waits for the workspace. */
async function setBackDuring(timer: string): Promise<void> {
  let watching: Promise<void> | undefined;
  await lockedDuring(
    sql`select from workspace where id = ${task.workspace} for update`,
    () => runTimer(platform, timer),
    async () => {
      await setClock(0);
      let ended = false;
      watching = runTimer(platform, 'watch-clock').then(() => void (ended = true));
      await eventually('the clock is watched, or waits', async () => ended || (await waiting()) === 2 || undefined);
    },
  );
  await watching;
}

async function setForward(minutes: number): Promise<void> {
  await setClock(minutes);
  await runTimer(platform, 'watch-clock');
}

const parts = [
  { timer: 'count-hours', table: 'task_execution_hour', minutes: 4 * 60 },
  { timer: 'count-days', table: 'task_execution_day', minutes: 50 * 60 },
] as const;

for (const { timer, table, minutes } of parts) {
  test(`${timer}: an execution that is being accepted while the clock is set forward is counted`, async () => {
    await runNow();
    await lockedDuring(sql`lock table task_execution in share mode`, startAndEnd, async () => {
      await setForward(minutes);
      await runTimer(platform, timer);
    });
    await assertAllShown('after the step');
    await runTimer(platform, timer);
    assert.equal(await db.reader.any(sql`select from ${verbatim(table)}`), true, 'now it is counted');
    await assertAllShown('counted');
    await setClock(0);
    await runTimer(platform, 'watch-clock');
    assert.equal(await db.reader.any(sql`select from ${verbatim(table)}`), false, 'the hour and the day go on');
  });

  test(`${timer}: what is counted while the clock is set back is counted again`, async () => {
    await runNow();
    await setForward(minutes);
    await setBackDuring(timer);
    await runNow();
    await assertAllShown('after the step');
  });
}

test('count-hours: what is counted again while the clock is set back is not lost', async () => {
  const id = await pastExecution(server, task, { triggeredAt: new Date(), status: 'EXECUTION_EVENT_RECEIVED' });
  accepted += 1;
  await setForward(4 * 60);
  await runTimer(platform, 'count-hours');
  assert.equal(await db.reader.any(sql`select from task_execution_hour where outcome is null`), true);
  assert.equal((await call('DELETE /processing/executions/{executionId}', { path: { executionId: id } })).status, 204);
  await setBackDuring('count-hours');
  await assertAllShown('after the step');
});
