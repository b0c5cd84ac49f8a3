/** P14: large lists, with every documented filter and at several offsets, compared with the same SQL by hand; and the counts of Home. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { Pool } from 'undici';
import { type Comparison, type Contestant, slowestPart, type Stage } from './contestant.ts';
import { connectTo, onDatabase, startDatabaseServer, openPool } from './processes.ts';
import { bench } from './harness.ts';
import { homeCalls, makeCall } from './history-calls.ts';
import { orchestrationLists, type List } from './lists.ts';
import { processingLists } from './processing-lists.ts';
import { callsOf, requireEqual, readByHand, readFromMillrace, type ListCall } from './list-calls.ts';
import { DAYS, seedLists, type Caller, type Seeded, type Size } from './lists-seed.ts';
import { startMillrace, type Millrace } from './millrace.ts';

const OURS = 'Millrace, over HTTP';
const TARGET_MILLISECONDS = 50;
/** Milliseconds above which a call by hand is made only once in a round, because such calls would take most of the time of a run. */
const SLOW_MILLISECONDS = 100;
/** Measurements of each call of Home in a round. */
const HOME_TIMES = 50;

const FULL: Size = {
  environments: 10,
  workspaces: 200,
  tasks: 100_000,
  plans: 10_000,
  others: 10_000,
  executions: 1_000_000,
  planExecutions: 100_000,
};
const SMALLEST: Size = { ...FULL, tasks: 2000, plans: 400, others: 400, executions: 4000, planExecutions: 400 };
const SMALL: Size = { ...FULL, tasks: 10_000, plans: 1000, others: 1000, executions: 50_000, planExecutions: 5000 };

/** The database that all contestants read. */
type Target = { databaseUrl: string; key: string; seeded: Seeded };

const partOf = ({ list }: ListCall): string => list.route;

await bench('P14', 'lists at size', async (stage) => {
  const size = stage.smoke ? SMALLEST : stage.quick ? SMALL : FULL;
  const target = await prepareTarget(stage, size);
  const { seeded } = target;
  const groupsOfLists = [
    [
      `${size.executions.toLocaleString('en')} executions of tasks and ${size.planExecutions.toLocaleString('en')} of plans`,
      processingLists(seeded),
    ],
    [
      `${size.tasks.toLocaleString('en')} tasks in ${size.workspaces} workspaces, with their artifacts, plans and schedules`,
      orchestrationLists(seeded),
    ],
  ] as const;
  const callers = [
    ['that sees everything', 'all'],
    ['that sees 3 workspaces', 'three'],
  ] as const;
  return withReaders(stage, target, async (readers) => {
    const comparisons: Comparison[] = [];
    for (const [content, lists] of groupsOfLists) {
      // The statements are the same for both callers.
      for (const [sees, name] of stage.smoke ? callers.slice(0, 1) : callers) {
        const calls = await prepareCalls(readers, target, lists, name, stage.smoke);
        comparisons.push(comparisonOf(target, `${content}, a caller ${sees}`, calls, name));
      }
    }
    return [...comparisons, await homeComparison(stage, readers, target, size)];
  });
});

/** Returns the comparison of the calls of one caller: over HTTP, and by hand. */
function comparisonOf(target: Target, title: string, calls: readonly ListCall[], caller: 'all' | 'three'): Comparison {
  return {
    title: `${title}: 99th percentile of the slowest list`,
    unit: 'ms',
    better: 'less',
    decimals: 1,
    contestants: [overHttp(target, calls, caller), byHand(target, calls)],
    target: { text: `each list in less than ${TARGET_MILLISECONDS} ms`, reached: (median) => median(OURS) < TARGET_MILLISECONDS },
    notes: [
      'Each list is read with each documented filter; a list with pages at its first, middle and last page of 100 entries. Each call is made twice, one at a time, after a warm-up call that is not counted. The percentile is computed over all calls of a list; with fewer than 100 calls it is the slowest call.',
      'Before the first round, each answer is compared with the result of the SQL by hand: the same entries in the same order, and the same total.',
      'Events of triggers are computed, not stored. The SQL by hand only reads the triggers, and the results are not compared.',
      'By hand: one pg connection with prepared statements, `count(*)` and the page, without HTTP, token and JSON. A call that took longer than 100 ms is made once in a round.',
    ],
  };
}

/** The calls of Home: counts, causes and next starts. They are measured alone: no other system of the comparison answers such calls. */
async function homeComparison(stage: Stage, { client }: Readers, target: Target, size: Size): Promise<Comparison> {
  const busiest = 'select environment_id as id from task_execution group by environment_id order by count(*) desc limit 1';
  const environment = (await client.query<{ id: string }>(busiest)).rows[0]?.id;
  if (environment === undefined) throw new Error('No execution was seeded.');
  const calls = homeCalls(environment);
  const times = stage.smoke ? 1 : HOME_TIMES;
  return {
    title: `${size.executions.toLocaleString('en')} executions: 99th percentile of the slowest call of Home`,
    unit: 'ms',
    better: 'less',
    decimals: 1,
    contestants: [
      slowestPart(OURS, {
        calls: Array.from({ length: times }, () => calls).flat(),
        warmUpCalls: calls,
        partOf: ({ name }) => name,
        open: async (turn) => {
          const server = await startMillrace(turn, target.databaseUrl, 'none', { key: target.key });
          const pool = openPool(server.url, turn);
          return (call) => makeCall(pool, server.token, call);
        },
      }),
    ],
    target: { text: `each call in less than ${TARGET_MILLISECONDS} ms`, reached: (median) => median(OURS) < TARGET_MILLISECONDS },
    notes: [
      `The calls by which Home shows the last 24 hours and 7 days of the environment with the most executions. Each is made ${HOME_TIMES} times, one at a time, after a call that is not counted; with fewer than 100 of them the percentile is the slowest call.`,
    ],
  };
}

/** Prepares a database: Millrace creates it, SQL fills it, and a started server counts the executions of past days. */
async function prepareTarget(stage: Stage, size: Size): Promise<Target> {
  const databaseUrl = await (await startDatabaseServer(stage)).create('p14');
  const empty = await startMillrace(stage, databaseUrl, 'none');
  await empty.stop();
  const startedAt = performance.now();
  const seeded = await seedLists(databaseUrl, empty.key, size);
  const filled = performance.now();
  const server = await startMillrace(stage, databaseUrl, 'none', { key: empty.key });
  await onDatabase(databaseUrl, untilDaysAreCounted);
  await server.stop();
  stage.say(
    `Seeded in ${((filled - startedAt) / 1000).toFixed(0)} s, days counted in ${((performance.now() - filled) / 1000).toFixed(0)} s`,
  );
  return { databaseUrl, key: empty.key, seeded };
}

/** Waits until the server has counted the executions of the past days; throws after two minutes. */
async function untilDaysAreCounted(client: Client): Promise<void> {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; await wait(200)) {
    const { rows } = await client.query<{ count: string }>('select count(*) from task_execution_counted_day');
    // All days of the period but its first and last day, which are not complete.
    if (Number(rows[0]?.count) >= Math.floor(DAYS) - 1) return void (await client.query('vacuum analyze'));
  }
  throw new Error('The server did not count the past days within two minutes.');
}

/** Returns the calls of lists, and compares the answers to all of them with the SQL by hand. */
async function prepareCalls(
  readers: Readers,
  { seeded }: Target,
  lists: readonly List[],
  name: 'all' | 'three',
  smoke: boolean,
): Promise<ListCall[]> {
  const calls: ListCall[] = [];
  for (const list of lists) {
    const callsOfList: ListCall[] = [];
    for (const call of (await callsOf(readers.client, seeded, list, name)).filter(({ offset }) => !smoke || offset === 0))
      callsOfList.push({ ...call, slow: await isSlow(readers, callerOf(readers.server, seeded, name), call) });
    // In a smoke run, every filter was compared, and one call per list is enough to show that measuring works.
    calls.push(...(smoke ? callsOfList.slice(0, 1) : callsOfList));
  }
  return calls;
}

/** Compares both answers to a call, and returns whether the SQL by hand is slow. Tries again if they differ: an entry may leave a period meanwhile. */
async function isSlow({ pool, client }: Readers, caller: Caller, call: ListCall): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    const ours = await readFromMillrace(pool, caller, call);
    const startedAt = performance.now();
    const theirs = await readByHand(client, call);
    const milliseconds = performance.now() - startedAt;
    try {
      requireEqual(call, ours, theirs);
      return milliseconds > SLOW_MILLISECONDS;
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}

/** Both ways to read the lists in the comparison before the first round. */
type Readers = { server: Millrace; pool: Pool; client: Client };

async function withReaders<T>(stage: Stage, { databaseUrl, key }: Target, work: (readers: Readers) => Promise<T>): Promise<T> {
  const server = await startMillrace(stage, databaseUrl, 'none', { key });
  const pool = new Pool(server.url, { connections: 1, pipelining: 1 });
  try {
    return await onDatabase(databaseUrl, (client) => work({ server, pool, client }));
  } finally {
    await pool.close();
    await server.stop();
  }
}

function callerOf({ token }: Millrace, seeded: Seeded, name: 'all' | 'three'): Caller {
  return name === 'all' ? { ...seeded.all, token } : seeded.three;
}

function overHttp(target: Target, calls: readonly ListCall[], name: 'all' | 'three'): Contestant {
  return slowestPart(OURS, {
    calls: [...calls, ...calls],
    warmUpCalls: calls,
    partOf,
    open: async (turn) => {
      const server = await startMillrace(turn, target.databaseUrl, 'none', { key: target.key });
      const pool = openPool(server.url, turn);
      return (call) => readFromMillrace(pool, callerOf(server, target.seeded, name), call);
    },
  });
}

function byHand({ databaseUrl }: Target, calls: readonly ListCall[]): Contestant {
  const quick = calls.filter(({ slow }) => !slow);
  return slowestPart('the same SQL by hand', {
    calls: [...calls, ...quick],
    warmUpCalls: quick,
    partOf,
    open: async (turn) => {
      const client = await connectTo(databaseUrl, turn);
      return (call) => readByHand(client, call);
    },
  });
}
