/** P3: thousands of schedules that are due in the same minute, and the delay of a few schedules in an ordinary minute. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Comparison, type Contestant, percentile } from './contestant.ts';
import { connectTo, startDatabaseServer, type DatabaseServer, startPeer } from './processes.ts';
import { addSchedules, armTriggers, countFired } from './due-schedules.ts';
import { bench } from './harness.ts';
import { addEmptyTasks, startMillrace } from './millrace.ts';
import { findRedis, redisVersion, startRedis, type RedisServer } from './redis.ts';

const MINUTE = 60_000;
const OURS = 'Millrace';
const NO_REDIS = 'this machine has no redis-server (Debian: apt-get install redis-server)';
/** Milliseconds between two polls of the records. */
const POLL_MILLISECONDS = 20;

/** A system with schedules of every minute. `arm` sets their next instant; `countRecorded` counts the records of an instant. */
type Scheduler = Required<Pick<Contestant, 'name' | 'start'>> & {
  arm?(due: Date): Promise<void>;
  countRecorded(due: Date): Promise<number>;
};

const GRAPHILE_WORKER = {
  name: 'graphile-worker cron',
  program: 'graphile-worker-cron',
  recorded: 'select count(*) from graphile_worker._private_jobs where run_at = $1',
};
const BULLMQ = {
  name: 'BullMQ on PostgreSQL',
  program: 'bullmq-schedulers',
  // Jobs that were due earlier have ended before that time.
  recorded: `
    select count(*)
    from bullmq.job
    where queue = 'bench'
      and state = 'completed'
      and finished_at_ms >= extract(epoch from $1::timestamptz) * 1000`,
};

await bench('P3', 'schedules that are due in the same minute', async (stage) => {
  const server = await startDatabaseServer(stage);
  const redis = findRedis();
  const schedulers = (count: number): Scheduler[] => [
    millrace(server, OURS, count, 'none'),
    millrace(server, 'Millrace, and an engine runs them', count, { capacity: 200 }),
    peerOnPostgres(server, count, GRAPHILE_WORKER),
    peerOnPostgres(server, count, BULLMQ),
    ...(redis ? [bullmqOnRedis(redis, count)] : []),
  ];
  const [many, most, few] = stage.smoke ? [20, 20, 20] : [10_000, 60_000, 200];
  const asGraphileWorker: NonNullable<Comparison['target']> = {
    text: `at most the figure of ${GRAPHILE_WORKER.name}`,
    reached: (median) => !(median(OURS) > median(GRAPHILE_WORKER.name)),
  };
  const comparisons: Comparison[] = [
    {
      waits: true,
      title: `${many.toLocaleString('en')} schedules due in the same minute: when the last one is recorded`,
      unit: 's after the due instant',
      better: 'less',
      decimals: 2,
      contestants: schedulers(many).map((scheduler) =>
        contestant(scheduler, async () => Math.max(...(await fire(scheduler, many))) / 1000),
      ),
      target: asGraphileWorker,
      notes: [
        'A separate process counts the records every 20 ms; a second later it checks that there are as many records as instants.',
        'Millrace: 10,000 tasks with a schedule each, created by SQL, `* * ? * *`; the record is the row of the execution. Either no engine runs them, or the engine ends each at once.',
        'graphile-worker: cron items of every minute in one process; the record is the job, which no worker runs.',
        'BullMQ: job schedulers of every minute, and a worker that runs 200 jobs at a time and completes them at once; the record is the completed job.',
        redis
          ? `On Redis ${redisVersion(redis)} it is less durable than the others: Redis writes its journal to the disk once a second.`
          : `BullMQ on Redis is left out: ${NO_REDIS}.`,
      ],
      ...(redis === undefined && { skipped: { 'BullMQ on Redis': NO_REDIS } }),
    },
    {
      title: `${most.toLocaleString('en')} schedules due in the same minute: when the last one is recorded`,
      unit: 's after the due instant',
      better: 'less',
      decimals: 2,
      contestants: schedulers(most)
        .slice(0, 3)
        .map((scheduler) => contestant(scheduler, async () => Math.max(...(await fire(scheduler, most))) / 1000)),
      target: { text: 'less than 10 s', reached: (median) => median(OURS) < 10 },
      notes: ['As with 10,000 schedules. BullMQ is left out: a worker would have to run each job before the next minute.'],
    },
    {
      title: `${few} schedules of every minute: 99th percentile of their delay`,
      unit: 'ms after the due instant',
      better: 'less',
      contestants: schedulers(few).map((scheduler) => contestant(scheduler, async () => percentile(await fire(scheduler, few), 0.99))),
      target: asGraphileWorker,
    },
  ];
  // Both comparisons use the same contestants, so a smoke run needs only one.
  return stage.smoke ? comparisons.slice(0, 1) : comparisons;
});

function contestant({ name, start }: Scheduler, run: () => Promise<number>): Contestant {
  return { name, start, run };
}

/**
 * Sets the next instant of all schedules to the next full minute, waits for it, and returns for each schedule the milliseconds until its record
 * appeared. Throws if there are not as many records as schedules.
 */
async function fire({ arm, countRecorded }: Scheduler, count: number): Promise<number[]> {
  const due = new Date(Math.ceil((Date.now() + 5000) / MINUTE) * MINUTE);
  await arm?.(due);
  await wait(due.getTime() - Date.now());
  const delays: number[] = [];
  for (; delays.length < count && Date.now() < due.getTime() + MINUTE - 5000; await wait(POLL_MILLISECONDS)) {
    const recorded = await countRecorded(due);
    const delay = Date.now() - due.getTime();
    while (delays.length < recorded) delays.push(delay);
  }
  await wait(1000);
  const last = await countRecorded(due);
  if (last !== count) throw new Error(`${last} records for ${count} instants`);
  return delays;
}

function millrace(server: DatabaseServer, name: string, count: number, engine: 'none' | { capacity: number }): Scheduler {
  const database = engine === 'none' ? 'millrace' : 'millrace_with_engine';
  let client: Client;
  return {
    name,
    start: async (turn) => {
      const databaseUrl = await server.create(database, turn);
      await startMillrace(turn, databaseUrl, engine);
      await addEmptyTasks(databaseUrl, count);
      client = await connectTo(databaseUrl, turn);
      await addSchedules(client, '* * ? * *');
    },
    arm: (due) => armTriggers(client, due),
    countRecorded: (due) => countFired(client, due),
  };
}

/** Returns a peer that stores its jobs in PostgreSQL; the statement `recorded` counts the jobs that were due at an instant. */
function peerOnPostgres(
  server: DatabaseServer,
  count: number,
  { name, program, recorded }: { name: string; program: string; recorded: string },
): Scheduler {
  let client: Client;
  return {
    name,
    start: async (turn) => {
      const databaseUrl = await server.create(program.replaceAll('-', '_'), turn);
      await startPeer(turn, program, { DATABASE_URL: databaseUrl, COUNT: String(count) });
      client = await connectTo(databaseUrl, turn);
    },
    countRecorded: async (due) => {
      const { rows } = await client.query<{ count: string }>({ name: 'count', text: recorded, values: [due] });
      return Number(rows[0]?.count);
    },
  };
}

function bullmqOnRedis(binary: string, count: number): Scheduler {
  let redis: RedisServer;
  return {
    name: 'BullMQ on Redis',
    start: async (turn) => {
      redis = await startRedis(turn, binary);
      await startPeer(turn, 'bullmq-schedulers', { REDIS_URL: redis.url, COUNT: String(count) });
    },
    countRecorded: (due) => redis.client.zcount('bull:bench:completed', due.getTime(), '+inf'),
  };
}
