/** P14: lists at size, with every documented filter and at any offset, beside the same SQL by hand. */
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { Pool } from 'undici';
import { onDatabase, startDatabaseServer } from './database.ts';
import type { Comparison, Contestant } from './comparison.ts';
import { bench, type Stage } from './harness.ts';
import { orchestrationLists, type List } from './lists.ts';
import { processingLists } from './lists-of-history.ts';
import { DAYS, seedLists, type Caller, type Seeded, type Size } from './lists-seed.ts';
import { startMillrace, type Millrace } from './millrace.ts';
import { callsOf, compare, readByHand, readFromMillrace, type ListCall } from './list-calls.ts';
import { percentile } from './starts.ts';

const OURS = 'Millrace, over HTTP';
const BAR = 50;
/** Milliseconds from which on a call by hand is made once in a round: it would take most of the time of a run, and says nothing new. */
const SLOW = 100;

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

/** What all contestants read. */
type Target = { databaseUrl: string; key: string; seeded: Seeded };

await bench('P14', 'lists at size', async (stage) => {
  const size = stage.smoke ? SMALLEST : stage.quick ? SMALL : FULL;
  const target = await prepareTarget(stage, size);
  const { seeded } = target;
  const wings = [
    [
      `${size.executions.toLocaleString('en')} executions of tasks and ${size.planExecutions.toLocaleString('en')} of plans`,
      processingLists(seeded),
    ],
    [`${size.tasks.toLocaleString('en')} tasks in ${size.workspaces} workspaces, and what goes with them`, orchestrationLists(seeded)],
  ] as const;
  const callers = [
    ['who sees everything', 'all'],
    ['who sees 3 workspaces', 'three'],
  ] as const;
  return withAsked(stage, target, async (asked) => {
    const comparisons: Comparison[] = [];
    for (const [what, lists] of wings) {
      // The statements are the same for both callers.
      for (const [who, name] of stage.smoke ? callers.slice(0, 1) : callers) {
        const calls = await prepareCalls(asked, target, lists, name, stage.smoke);
        comparisons.push(comparisonOf(stage, target, `${what}, a caller ${who}`, calls, name));
      }
    }
    return comparisons;
  });
});

function comparisonOf(stage: Stage, target: Target, title: string, calls: readonly ListCall[], caller: 'all' | 'three'): Comparison {
  return {
    title: `${title}: 99th percentile of the slowest list`,
    unit: 'ms',
    better: 'less',
    decimals: 1,
    contestants: [overHttp(stage, target, calls, caller), byHand(target, calls)],
    target: { text: `each list in less than ${BAR} ms`, reached: (median) => median(OURS) < BAR },
    notes: [
      'Each list is asked for with each documented filter; where it has pages, for the first, the middle and the last one of 100 entries. Every such call is made twice, one at a time, after one that is not counted; the percentile is that of all calls of a list, so with fewer than 100 of them it is the slowest call.',
      'Before the first round every answer is compared with the one by hand: the same entries in the same order, and the same total.',
      'Events of triggers are computed, not read: by hand only their triggers are, and nothing is compared.',
      'By hand: a connection of pg with prepared statements, `count(*)` and the page, without HTTP, a token, or the shape of the answer. A call that took longer than 100 ms is made once in a round.',
    ],
  };
}

/** A database that Millrace has set up, filled by SQL, and in which a server has counted the days that are over, as it does at its start. */
async function prepareTarget(stage: Stage, size: Size): Promise<Target> {
  const databaseUrl = await (await startDatabaseServer(stage)).create('p14');
  const empty = await startMillrace(stage, databaseUrl, 'none');
  await empty.stop();
  const began = performance.now();
  const seeded = await seedLists(databaseUrl, empty.key, size);
  const filled = performance.now();
  const one = await startMillrace(stage, databaseUrl, 'none', { key: empty.key });
  await onDatabase(databaseUrl, untilDaysAreCounted);
  await one.stop();
  stage.say(`Seeded in ${((filled - began) / 1000).toFixed(0)} s, days counted in ${((performance.now() - filled) / 1000).toFixed(0)} s`);
  return { databaseUrl, key: empty.key, seeded };
}

async function untilDaysAreCounted(client: Client): Promise<void> {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; await wait(200)) {
    const { rows } = await client.query<{ count: string }>('select count(*) from task_execution_counted_day');
    // Those of the period but its first and last day, which are not whole.
    if (Number(rows[0]?.count) >= Math.floor(DAYS) - 1) return void (await client.query('vacuum analyze'));
  }
  throw new Error('The days were not counted within two minutes.');
}

/** The calls of lists, with offsets as far as the answers of a first round reach; that round also compares the answers. */
async function prepareCalls(
  asked: Asked,
  { seeded }: Target,
  lists: readonly List[],
  name: 'all' | 'three',
  smoke: boolean,
): Promise<ListCall[]> {
  const calls: ListCall[] = [];
  for (const list of lists) {
    const found: ListCall[] = [];
    for (const call of (await callsOf(asked.client, seeded, list, name)).filter(({ offset }) => !smoke || offset === 0))
      found.push({ ...call, slow: await isSlow(asked, callerOf(asked.one, seeded, name), call) });
    // Every filter was compared; one call of a list shows that it can be measured.
    calls.push(...(smoke ? found.slice(0, 1) : found));
  }
  return calls;
}

/** Compares both answers to a call and says whether the one by hand takes long. An entry may leave a period between the two: so there are some tries. */
async function isSlow({ pool, client }: Asked, caller: Caller, call: ListCall): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    const ours = await readFromMillrace(pool, caller, call);
    const began = performance.now();
    const theirs = await readByHand(client, call);
    const milliseconds = performance.now() - began;
    try {
      compare(call, ours, theirs);
      return milliseconds > SLOW;
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}

/** Those who answer the first round. */
type Asked = { one: Millrace; pool: Pool; client: Client };

async function withAsked<T>(stage: Stage, { databaseUrl, key }: Target, work: (asked: Asked) => Promise<T>): Promise<T> {
  const one = await startMillrace(stage, databaseUrl, 'none', { key });
  const pool = new Pool(one.url, { connections: 1, pipelining: 1 });
  try {
    return await onDatabase(databaseUrl, (client) => work({ one, pool, client }));
  } finally {
    await pool.close();
    await one.stop();
  }
}

function callerOf(one: Millrace, seeded: Seeded, name: 'all' | 'three'): Caller {
  return name === 'all' ? { ...seeded.all, token: one.token } : seeded.three;
}

function overHttp(stage: Stage, target: Target, calls: readonly ListCall[], name: 'all' | 'three'): Contestant {
  let one: Millrace;
  let pool: Pool;
  const lists = measurer([...calls, ...calls], calls, (call) => readFromMillrace(pool, callerOf(one, target.seeded, name), call));
  return {
    name: OURS,
    start: async () => {
      one = await startMillrace(stage, target.databaseUrl, 'none', { key: target.key });
      pool = new Pool(one.url, { connections: 1, pipelining: 1 });
      await lists.warmUp();
    },
    run: lists.run,
    parts: lists.parts,
    stop: async () => {
      await pool?.close();
      await one?.stop();
    },
  };
}

function byHand({ databaseUrl }: Target, calls: readonly ListCall[]): Contestant {
  let client: Client;
  const quick = calls.filter(({ slow }) => !slow);
  const lists = measurer([...calls, ...quick], quick, (call) => readByHand(client, call));
  return {
    name: 'the same SQL by hand',
    start: async () => {
      client = new Client({ connectionString: databaseUrl });
      await client.connect();
      await lists.warmUp();
    },
    run: lists.run,
    parts: lists.parts,
    stop: async () => client?.end(),
  };
}

/** Makes calls one at a time; the figure is that of the slowest list. */
function measurer(calls: readonly ListCall[], first: readonly ListCall[], read: (call: ListCall) => Promise<unknown>) {
  let figures = new Map<string, number>();
  return {
    warmUp: async (): Promise<void> => {
      for (const call of first) await read(call);
    },
    run: async (): Promise<number> => {
      const times = new Map<string, number[]>();
      for (const call of calls) {
        const began = performance.now();
        await read(call);
        const list = times.get(call.list.route) ?? [];
        times.set(call.list.route, [...list, performance.now() - began]);
      }
      figures = new Map([...times].map(([route, list]) => [route, percentile(list.toSorted((a, b) => a - b), 0.99)])); // prettier-ignore
      return Math.max(...figures.values());
    },
    parts: (): ReadonlyMap<string, number> => figures,
  };
}
