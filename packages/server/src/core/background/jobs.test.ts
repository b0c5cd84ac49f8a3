// run: waiting because it waits for locks that end, and for jobs that are repeated
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { awayAndBack } from '../../../test/support/database-away.ts';
import { createDatabase } from '../../../test/support/database.ts';
import { setBack } from '../../../test/support/set-back.ts';
import { watchClock } from './database-clock.ts';
import { Database } from '../database/db.ts';
import { enqueue, job, jobMetrics, startBackground } from './jobs.ts';
import { createLog } from '../observability/log.ts';
import { Metrics } from '../observability/metrics.ts';
import { createPublish } from '../events/domain-events.ts';
import type { Platform } from '../platform/platform.ts';
import { sql } from '../database/sql.ts';
import { timerMetrics, TimerWatch } from '../observability/process-metrics.ts';
import { Wakeups } from '../events/wakeups.ts';

const database = await createDatabase();
const db = new Database({ url: database.url, onError: () => undefined });
const wakeups = new Wakeups();
const metrics = new Metrics([...jobMetrics, ...timerMetrics]);
const platform = {
  db,
  log: createLog('silent'),
  wakeups,
  metrics,
  process: { timers: new TimerWatch(metrics, 30) },
  settings: {},
  publish: createPublish([]),
} as unknown as Platform;
after(async () => {
  await db.close();
  await database.drop();
});

let done: string[] = [];
const note = job<{ text: string }>('note', { attempts: 3, does: 'is a test', run: async ({ text }) => void done.push(text) });
const failsOnce = job<{ text: string }>('failsOnce', {
  attempts: 2,
  does: 'is a test',
  run: async ({ text }) => {
    done.push(text);
    if (done.length === 1) throw new Error('failed once');
  },
});

const waiting = async (): Promise<number> => (await db.reader.only<{ n: number }>(sql`select count(*) as n from graphile_worker.jobs`)).n;
const connections = async (): Promise<number> => {
  const { n } = await db.reader.only<{ n: number }>(sql`
    select count(*) as n
    from pg_stat_activity
    where datname = current_database()
      and application_name = 'millrace jobs'`);
  return n;
};
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(10);
}

test('a job exists only if its transaction is committed', async () => {
  const failing = db.transaction(async (tx) => {
    await enqueue(tx, note, { text: 'never' });
    throw new Error('rolled back');
  });
  await assert.rejects(failing, /rolled back/);
  assert.equal(await waiting(), 0);
  await db.transaction((tx) => enqueue(tx, note, { text: 'once' }));
  assert.equal(await waiting(), 1);

  const background = await startBackground(database.url, [note], [], platform);
  await until(async () => (await waiting()) === 0);
  await background.stop();
  assert.deepEqual(done, ['once']);
});

test('only the last job of a key runs, and a delayed job waits for its time', async () => {
  done = [];
  await db.transaction(async (tx) => {
    await enqueue(tx, note, { text: 'first' }, { key: 'same' });
    await enqueue(tx, note, { text: 'second' }, { key: 'same' });
    await enqueue(tx, note, { text: 'tomorrow' }, { afterSeconds: 86_400 });
  });
  assert.equal(await waiting(), 2);
  const background = await startBackground(database.url, [note], [], platform);
  await until(() => done.length > 0);
  await until(async () => (await waiting()) === 1);
  await background.stop();
  assert.deepEqual(done, ['second']);
  await db.writer.rows(sql`delete from graphile_worker._private_jobs`);
});

test('a job does not wait longer because the clock of the database is set back', async () => {
  done = [];
  await db.transaction(async (tx) => {
    await enqueue(tx, note, { text: 'now' });
    await enqueue(tx, note, { text: 'tomorrow' }, { afterSeconds: 86_400 });
  });
  await setBack({ db });
  const background = await startBackground(database.url, [note], [watchClock], platform);
  await until(() => done.length > 0);
  await background.stop();
  assert.deepEqual(done, ['now']);
  const { seconds } = await db.reader.only<{ seconds: number }>(sql`
    select extract(epoch from run_at - now())::float8 as seconds
    from graphile_worker.jobs`);
  assert.ok(seconds > 86_000 && seconds <= 86_400);
  await db.writer.rows(sql`delete from graphile_worker._private_jobs`);
});

test('a job that fails is retried up to its number of attempts', async () => {
  done = [];
  await db.transaction((tx) => enqueue(tx, failsOnce, { text: 'again' }));
  const background = await startBackground(database.url, [failsOnce], [], platform);
  await until(() => done.length === 1);
  await until(
    async () => (await db.reader.one(sql`select last_error from graphile_worker.jobs where last_error ~ 'failed once'`)) !== undefined,
  );
  const row = await db.reader.only(sql`select attempts, max_attempts from graphile_worker.jobs`);
  assert.deepEqual(row, { attempts: 1, max_attempts: 2 });
  await db.writer.rows(sql`update graphile_worker._private_jobs set run_at = now()`);
  await until(async () => (await waiting()) === 0);
  await background.stop();
  assert.equal(done.length, 2);
  assert.match(await metrics.text(), /^millrace_job_failures_total\{job="failsOnce"\} 1$/m);
  assert.match(await metrics.text(), /^millrace_jobs_done_total\{job="failsOnce"\} 1$/m);
});

test('a stopped queue has no connection', async () => {
  for (let starts = 0; starts < 3; starts += 1) {
    const background = await startBackground(database.url, [note], [], platform);
    assert.ok((await connections()) > 0);
    await background.stop();
    assert.equal(await connections(), 0);
  }
});

test('a queue that lost its connections continues when the database is back', async () => {
  done = [];
  const background = await startBackground(database.url, [note], [], platform);
  await db.writer.rows(sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database()
      and application_name = 'millrace jobs'`);
  await db.transaction((tx) => enqueue(tx, note, { text: 'after the loss' }));
  await until(() => done.length > 0);
  assert.deepEqual(done, ['after the loss']);
  await background.stop();
});

/** Short enough for a test. Many quick checks, because they take as much longer on a slow machine as a heartbeat does. */
const SHORT_POLICY = { milliseconds: 5, checks: 60 };

/** Adds a job that is locked by a worker without further heartbeats. */
async function enqueueLocked(worker: string, text: string): Promise<void> {
  await db.transaction(async (tx) => {
    await enqueue(tx, note, { text });
    await tx.rows(sql`insert into job_worker (worker_id, beat) values (${worker}, 7)`);
    await tx.rows(sql`
      update graphile_worker._private_jobs
      set locked_by = ${worker}, locked_at = now(), attempts = 1
      where locked_by is null`);
  });
}

/** Waits until a worker that is gone was noticed, so that any other one would have been noticed as well. */
async function untilGoneIsNoticed(): Promise<void> {
  const text = crypto.randomUUID();
  await enqueueLocked(text, text);
  await until(() => done.includes(text));
  done = done.filter((other) => other !== text);
}
const workers = async (): Promise<string[]> =>
  (await db.reader.rows<{ id: string }>(sql`select worker_id as id from job_worker order by worker_id`)).map(({ id }) => id);

/** Creates a job that runs until the test ends it. */
function createLongJob() {
  const ended = Promise.withResolvers<void>();
  const long = job<{ text: string }>('long', {
    attempts: 3,
    does: 'is a test',
    run: ({ text }) => {
      done.push(text);
      return ended.promise;
    },
  });
  return { long, end: ended.resolve };
}

test('a job whose worker sends no heartbeats is done by another worker', async () => {
  done = [];
  await enqueueLocked('killed', 'left behind');
  const background = await startBackground(database.url, [note], [], platform, SHORT_POLICY);
  await until(async () => (await waiting()) === 0);
  assert.deepEqual(done, ['left behind']);
  assert.equal((await workers()).length, 1, 'the record of the worker that is gone was deleted');
  await background.stop();
  assert.deepEqual(await workers(), []);
});

test('a long job is started once, even if its lock seems to be hours old or in the future', async () => {
  done = [];
  const { long, end } = createLongJob();
  const first = await startBackground(database.url, [long], [], platform, SHORT_POLICY);
  await db.transaction((tx) => enqueue(tx, long, { text: 'once' }));
  await until(() => done.length === 1);
  const second = await startBackground(database.url, [long, note], [], platform, SHORT_POLICY);
  for (const hours of [-3, 3]) {
    await db.writer.rows(sql`update graphile_worker._private_jobs set locked_at = now() + make_interval(hours => ${hours})`);
    await untilGoneIsNoticed();
  }
  const stopped = first.stop();
  await untilGoneIsNoticed();
  assert.deepEqual(done, ['once'], 'also while its process stops');
  end();
  await stopped;
  await until(async () => (await waiting()) === 0);
  await second.stop();
  assert.deepEqual(done, ['once']);
});

test('a running worker does not count as gone after an outage of the database', async () => {
  done = [];
  // After the outage, one worker may send its first heartbeat seconds later than the other.
  const longPolicy = { milliseconds: 20, checks: 200 };
  const { long, end } = createLongJob();
  const first = await startBackground(database.url, [long], [], platform, longPolicy);
  await db.transaction((tx) => enqueue(tx, long, { text: 'once' }));
  await until(() => done.length === 1);
  const second = await startBackground(database.url, [long, note], [], platform, longPolicy);
  // Longer than it takes to notice that a worker is gone.
  await awayAndBack(platform, () => wait(longPolicy.milliseconds * longPolicy.checks * 1.5));
  await untilGoneIsNoticed();
  assert.deepEqual(done, ['once']);
  end();
  await until(async () => (await waiting()) === 0);
  await Promise.all([first.stop(), second.stop()]);
  assert.deepEqual(done, ['once']);
});
