/** Background work: jobs on the queue in the database, and timers. Jobs are safe to run twice. */
import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger, run, runMigrations, type Runner, type WorkerEvents } from 'graphile-worker';
import { monotonicMilliseconds, nowMilliseconds } from '../base/clock.ts';
import type { Database } from '../database/db.ts';
import { ignoreSecondReleases } from '../database/driver.ts';
import { json, sql, type Tx } from '../database/sql.ts';
import { counter } from '../observability/metrics.ts';
import type { Platform } from '../platform/platform.ts';
import { JobWorkers, WORKER_CHECK_POLICY } from './job-workers.ts';

/** A kind of background work; `attempts` is the largest number of attempts, the first one included. `does` is its meaning on a page of the manual. */
export type Job = { name: string; attempts: number; does: string; run(payload: never, platform: Platform): Promise<void> };

/** The name, the period and the meaning of work that is repeated. */
export type TimerFacts = { name: string; milliseconds: number; does: string };

/**
 * Work that every process repeats; it must be correct however many processes do it at once. A wake-up on the topic `bell` starts it at once. With
 * `byClock` it starts at multiples of its period on the clock, otherwise one period after its last end. One that `readsAll` rows of a table that may grow
 * large waits longer after a long run, so that it takes a small part of the time only.
 */
export type Timer = TimerFacts & { bell?: string; byClock?: true; readsAll?: true; run(platform: Platform): Promise<void> };

const jobsDone = counter('millrace_jobs_done_total', 'Jobs that this process has done.', 'job');
const jobFailures = counter('millrace_job_failures_total', 'Attempts of jobs that failed in this process.', 'job');

/** The metrics of jobs. */
export const jobMetrics = [jobsDone, jobFailures];

/** The heartbeat of a process that runs jobs, and its check of the others. */
export const jobWorkerCheck: TimerFacts = {
  name: 'keep-job-workers',
  milliseconds: WORKER_CHECK_POLICY.milliseconds,
  does: 'writes a heartbeat of the process that runs jobs, and unlocks the jobs of processes that have ended',
};

type QueuePool = ReturnType<Database['openPool']>['pool'];

const CONNECTION_SECONDS = 60;
/** Milliseconds before a queue that ended with an error is started again. */
const RESTART_MILLISECONDS = 1000;
/** The most milliseconds that an ended queue has to store the ends of its last jobs. */
const LAST_ENDS_MILLISECONDS = 5000;

/** Declares a kind of background work. */
export const job = <Payload extends object>(
  name: string,
  definition: { attempts: number; does: string; run(payload: Payload, platform: Platform): Promise<void> },
): Job & { payload?: Payload } => ({ name, ...definition }) as Job;

/**
 * Writes a job in the caller's transaction: the job exists only if the transaction is committed. A job replaces one with the same `key` that waits.
 */
export async function enqueue<Payload extends object>(
  tx: Tx,
  kind: Job & { payload?: Payload },
  payload: Payload,
  options: { key?: string; afterSeconds?: number } = {},
): Promise<void> {
  await tx.rows(sql`
    select graphile_worker.add_job(
      ${kind.name}::text,
      payload => ${json(payload)}::json,
      max_attempts => ${kind.attempts}::int,
      job_key => ${options.key ?? null}::text,
      run_at => now() + make_interval(secs => ${options.afterSeconds ?? 0}::double precision)
    )`);
}

/**
 * Shortens the wait of jobs to the longest that is possible for them: before the first attempt the delay that was asked for, later the pause of the
 * library after so many attempts. The function of the library for this sets one time for all jobs, so it does not help.
 */
export const shortenJobDelays = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`
    update graphile_worker._private_jobs j
    set run_at = now() + w.longest
    from (
      select id,
             case when attempts = 0 then greatest(run_at - created_at, interval '0')
                  else make_interval(secs => exp(least(attempts, 10))::double precision)
             end as longest
      from graphile_worker._private_jobs) w
    where j.id = w.id
      and j.locked_at is null
      and j.run_at > now() + w.longest`);

/** Creates or upgrades the tables of the queue. */
export async function migrateJobs(url: string): Promise<void> {
  await runMigrations({ connectionString: url, logger: new Logger(() => () => undefined) });
}

/** Starts the queue and the timers. The returned function stops them. */
export async function startBackground(
  url: string,
  jobs: readonly Job[],
  timers: readonly Timer[],
  platform: Platform,
  checkPolicy = WORKER_CHECK_POLICY,
): Promise<{ stop(): Promise<void> }> {
  // The queue gets a pool of ours: it does not wait until a pool of its own is closed, and would not notice silent connections. Connections are closed
  // after a while, because after a failover an old one may lead to the former server. The queue reads big integers as texts.
  const poolOptions = { connectionString: url, maxLifetimeSeconds: CONNECTION_SECONDS, types: undefined };
  const { pool, close } = platform.db.openPool('millrace jobs', 2, poolOptions);
  ignoreSecondReleases(pool);
  const workers = new JobWorkers(platform, checkPolicy);
  const queue = await keepQueue(pool, jobs, platform, workers).catch((error: unknown) => close().then(() => Promise.reject(error)));
  const checking = startTimer({ ...jobWorkerCheck, milliseconds: checkPolicy.milliseconds, run: () => workers.check() }, platform);
  const running = timers.map((timer) => startTimer(timer, platform));
  return {
    stop: async () => {
      await Promise.all([queue.stop(), ...running.map((timer) => timer.stop())]);
      // Stopped last, because the running jobs may have taken long to end, and their worker needs heartbeats until then.
      await checking.stop();
      await workers.end();
      await close();
    },
  };
}

/** Runs the queue, and starts it again when it ends with an error, as it does when it loses the database. */
async function keepQueue(
  pool: QueuePool,
  jobs: readonly Job[],
  platform: Platform,
  workers: JobWorkers,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let runner: Runner | undefined = await runQueue(pool, jobs, platform, workers);
  const keep = async (): Promise<void> => {
    for (;;) {
      await runner?.promise.catch(() => undefined);
      await untilIdle(pool);
      await workers.end();
      await wait(RESTART_MILLISECONDS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      platform.log.warn({ jobs: true }, 'the queue ended unexpectedly; it is started again');
      runner = await runQueue(pool, jobs, platform, workers).catch(() => undefined);
      if (stopping.signal.aborted) await runner?.stop();
    }
  };
  const kept = keep();
  return {
    stop: async () => {
      stopping.abort();
      // Stopping fails when the queue is ending already.
      await runner?.stop().catch(() => undefined);
      await kept;
    },
  };
}

/**
 * Waits until no statement of an ended queue is under way. The library does not wait until the end of a job is stored; a job that is unlocked before that
 * would be started again.
 */
async function untilIdle(pool: QueuePool): Promise<void> {
  const start = monotonicMilliseconds();
  const isIdle = (): boolean => pool.waitingCount === 0 && pool.idleCount === pool.totalCount;
  while (!isIdle() && monotonicMilliseconds() - start < LAST_ENDS_MILLISECONDS) await wait(10);
}

async function runQueue(pgPool: QueuePool, jobs: readonly Job[], platform: Platform, workers: JobWorkers): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  const lost = once(events, 'worker:getJob:error');
  const runner = await run({
    pgPool,
    events,
    concurrency: 2,
    pollInterval: 2000,
    noHandleSignals: true,
    parsedCronItems: [],
    preset: { plugins: [registerWorkers(workers)] },
    logger: new Logger(
      () => (level, message) => platform.log[level === 'warning' ? 'warn' : level === 'error' ? 'error' : 'debug']({ jobs: true }, message),
    ),
    taskList: Object.fromEntries(jobs.map((kind) => [kind.name, counted(kind, platform)])),
  });
  // The library keeps the error of its first query and would report it again and again, so each start creates a new object.
  void lost.then(() => runner.stop()).catch(() => undefined);
  return runner;
}

/** Registers each worker before the library asks for its first job: the library waits for this hook. It locks jobs under the name of the pool. */
const registerWorkers = (workers: JobWorkers): GraphileConfig.Plugin => ({
  name: 'register-job-workers',
  version: '1.0.0',
  worker: { hooks: { startWorker: (_context, { worker }) => workers.begin(worker.workerPool.id) } },
});

/** A job with metrics about the results of its runs. */
function counted(kind: Job, platform: Platform): (payload: unknown) => Promise<void> {
  const [done, failures] = [platform.metrics.series(jobsDone, kind.name), platform.metrics.series(jobFailures, kind.name)];
  return async (payload) => {
    try {
      await kind.run(payload as never, platform);
      done.add();
    } catch (error) {
      failures.add();
      throw error;
    }
  };
}

/**
 * Milliseconds after a multiple of its period at which a `byClock` timer runs: it must not run early, and the clock of the database may be a little
 * behind.
 */
const AFTER_THE_CLOCK = 5;

/** The pause after a run that reads all rows of a table, as a multiple of its duration, and its limit in milliseconds. */
const REST_FACTOR = 20;
const LONGEST_REST = 10_000;

/** Returns the milliseconds from `moment`, at which a run of a timer has ended that took so many milliseconds, until the next one. */
export function pauseOf(
  { milliseconds, byClock, readsAll }: Omit<Timer, 'name' | 'does' | 'run'>,
  moment: number,
  duration: number,
): number {
  if (byClock) return milliseconds - ((moment - AFTER_THE_CLOCK) % milliseconds);
  return Math.max(milliseconds, readsAll ? Math.min(REST_FACTOR * duration, LONGEST_REST) : 0);
}

/** Runs a timer until it is stopped. */
export function startTimer(timer: Timer, platform: Platform): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let rung = new AbortController();
  const forget = timer.bell === undefined ? undefined : platform.wakeups.listen(timer.bell, () => rung.abort());
  const watch = platform.process.timers.watch(timer);
  /** Returns the milliseconds that the run took; 0 if it failed. */
  const run = async (): Promise<number> => {
    const began = monotonicMilliseconds();
    try {
      await timer.run(platform);
      const duration = monotonicMilliseconds() - began;
      watch.succeeded(duration);
      return duration;
    } catch (error) {
      watch.failed();
      platform.log.warn({ err: error, timer: timer.name }, 'timer failed');
      return 0;
    }
  };
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // Cleared before the work, because a wake-up during the work may be about something that the work did not see.
      rung = new AbortController();
      const duration = await run();
      const signal = AbortSignal.any([stopping.signal, rung.signal]);
      await wait(pauseOf(timer, nowMilliseconds(), duration), undefined, { signal }).catch(() => undefined);
    }
  };
  const ended = loop();
  return {
    stop: () => {
      forget?.();
      stopping.abort();
      return ended;
    },
  };
}

/** Runs a timer until it is stopped, and once more then. */
export function flushUntilStopped(timer: Timer, platform: Platform): { stop(): Promise<void> } {
  const running = startTimer(timer, platform);
  return {
    stop: async () => {
      await running.stop();
      await timer.run(platform).catch(() => undefined);
    },
  };
}
