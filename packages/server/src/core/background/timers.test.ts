import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase } from '../../../test/support/database.ts';
import { Database } from '../database/db.ts';
import { jobMetrics, pauseOf, startBackground, startTimer } from './jobs.ts';
import { createLog } from '../observability/log.ts';
import { Metrics } from '../observability/metrics.ts';
import type { Platform } from '../platform/platform.ts';
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
} as unknown as Platform;
after(async () => {
  await db.close();
  await database.drop();
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(10);
}

/** Waits until another timer with a period has run several times. */
async function untilOthersRun(milliseconds: number): Promise<void> {
  let runs = 0;
  const timer = startTimer({ name: 'other', milliseconds, does: 'is a test', run: async () => void (runs += 1) }, platform);
  await until(() => runs >= 10);
  await timer.stop();
}

test('a timer continues after a failure, never runs twice at once, and ends when it is stopped', async () => {
  let runs = 0;
  let running = 0;
  const timer = {
    name: 'beat',
    milliseconds: 1,
    does: 'is a test',
    run: async () => {
      runs += 1;
      running += 1;
      assert.equal(running, 1);
      await wait(2);
      running -= 1;
      if (runs === 1) throw new Error('the first beat fails');
    },
  };
  const background = await startBackground(database.url, [], [timer], platform);
  await until(() => runs >= 5);
  await background.stop();
  const runsAtStop = runs;
  await untilOthersRun(timer.milliseconds);
  assert.match(await metrics.text(), /^millrace_timer_failures_total\{timer="beat"\} 1$/m);
  assert.match(await metrics.text(), /^millrace_timer_last_success_timestamp_seconds\{timer="beat"\} \d{10}/m);
  assert.equal(running, 0, 'stop() waits for the run');
  assert.equal(runs, runsAtStop);
});

test('a timer with a bell runs at once after a wake-up, and again if the wake-up came during a run', async () => {
  let runs = 0;
  const timer = {
    name: 'advance',
    milliseconds: 3_600_000,
    does: 'is a test',
    bell: 'ring',
    run: async () => {
      runs += 1;
      if (runs === 3) wakeups.wake(['ring']);
      await wait(2);
    },
  };
  let otherRuns = 0;
  const other = { name: 'other', milliseconds: 3_600_000, does: 'is a test', bell: 'other', run: async () => void (otherRuns += 1) };
  const background = await startBackground(database.url, [], [timer, other], platform);
  await until(() => runs === 1 && otherRuns === 1);
  wakeups.wake(['other']);
  await until(() => otherRuns === 2);
  assert.equal(runs, 1, 'the wake-up of another topic does not start it');
  wakeups.wake(['ring', 'ring']);
  await until(() => runs === 2);
  wakeups.wake(['ring']);
  await until(() => runs === 4);
  wakeups.wake(['other']);
  await until(() => otherRuns === 3);
  assert.equal(runs, 4);
  await background.stop();
  wakeups.wake(['ring']);
  await untilOthersRun(1);
  assert.equal(runs, 4);
});

test('a timer with byClock runs right after each multiple of its period, whenever its last run ended', () => {
  const second = Date.UTC(2026, 10, 21, 23, 59, 59);
  const nextRun = (moment: number): number => moment + pauseOf({ milliseconds: 200, byClock: true }, second + moment, 0);
  assert.deepEqual([0, 4, 5, 6, 100, 204, 205, 999].map(nextRun), [5, 5, 205, 205, 205, 205, 405, 1005]);
  assert.equal(pauseOf({ milliseconds: 200 }, second + 100, 5000), 200);
});

test('a timer that reads a whole table waits longer after a long run', () => {
  const pauseAfter = (duration: number): number => pauseOf({ milliseconds: 2000, readsAll: true }, 0, duration);
  assert.deepEqual([0, 1, 100, 101, 400, 500, 60_000].map(pauseAfter), [2000, 2000, 2000, 2020, 8000, 10_000, 10_000]);
});
