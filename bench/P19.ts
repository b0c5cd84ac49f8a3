/** P19: an install with 90 days of history beside an empty one: executions, their starts, lists, Home, and executions while retention removes history. */
import { setTimeout as wait } from 'node:timers/promises';
import { fillAuditLog, untilSealed } from './audit-seed.ts';
import { type Comparison, type Contestant, percentile, slowestPart, type Stage } from './contestant.ts';
import { type ExecutionLoad, openExecutionLoad } from './execution-load.ts';
import { bench } from './harness.ts';
import { type Call, homeCalls, listCalls, makeCall } from './history-calls.ts';
import { addHistory, type HistorySize, untilCounted } from './history-seed.ts';
import { addEmptyTasks, callMillrace, type Millrace, startMillrace } from './millrace.ts';
import { connectTo, type DatabaseServer, onDatabase, openPool, startDatabaseServer } from './processes.ts';
import { measureRecordedStarts } from './starts.ts';
import { readTables } from './table-sizes.ts';
import { writeLog } from './written-log.ts';

const OURS = 'Millrace with 90 days of history';
const EMPTY = 'Millrace, empty';
const DAYS = 90;
/** Days for which everything is kept in all comparisons but that of retention. */
const KEPT = 400;
const TASKS = 500;
/** Executions in flight. */
const WIDTH = 24;
/** Executions that the engine runs at a time. */
const CAPACITY = 200;
const LINES_OF_LOG = 100;
/** How often each call of a list and of Home is measured in a round. */
const TIMES = 20;
const HOUR = 3_600_000;
const HISTORY_TABLES = ['task_execution_', 'log_chunk_', 'audit_entry_'];

/** The executions, lines of logs and audit entries of a history. */
type Amounts = { executions: number; lines: number; entries: number };

const FULL: Amounts = { executions: 30_000_000, lines: 100_000_000, entries: 1_000_000 * DAYS };
/** A full history needs about 100 GB of disk: on a smaller machine, a full run measures a part of it, 10 for a tenth. */
const PART = Number(process.env['MILLRACE_BENCH_PART'] ?? 1);
const share = (of: number): Amounts => ({ executions: FULL.executions / of, lines: FULL.lines / of, entries: FULL.entries / of });

/** An install: its database and key, its tasks, and one execution with a log. */
type Install = { name: string; databaseUrl: string; key: string; tasks: readonly string[]; environment: string; logged: string };

await bench('P19', 'an install with 90 days of history', async (stage) => {
  const amounts = share(stage.smoke ? 10_000 : stage.quick ? 100 : PART);
  const server = await startDatabaseServer(stage);
  const empty = await prepare(stage, server, EMPTY);
  const full = await prepare(stage, server, OURS, amounts);
  const installs = [full, empty];
  const shown = (count: number): string => count.toLocaleString('en');
  const content = `${shown(amounts.executions)} executions, ${shown(amounts.lines)} lines of logs and ${shown(amounts.entries)} audit entries`;
  const within = (better: Comparison['better']): NonNullable<Comparison['target']> => ({
    text: 'at most 15 % slower than the empty install',
    reached: (median) => (better === 'more' ? median(OURS) >= 0.85 * median(EMPTY) : median(OURS) <= 1.15 * median(EMPTY)),
  });
  const count = stage.smoke ? 30 : stage.quick ? 2000 : 20_000;
  const starts = stage.smoke ? 5 : stage.quick ? 100 : 500;
  const p99s = new Map<string, number[]>(installs.map(({ name }) => [name, []]));
  const comparison = (
    title: string,
    unit: string,
    better: Comparison['better'],
    contestants: readonly Contestant[],
    notes: string[] = [],
  ) => ({
    title,
    unit,
    better,
    decimals: better === 'less' ? 1 : 0,
    contestants,
    target: within(better),
    notes,
  });
  return [
    comparison(
      `P1: ${shown(count)} executions, ${WIDTH} in flight`,
      'executions/s',
      'more',
      installs.map((one) => executions(one, count)),
      [
        `The history: ${content}, written by SQL over ${DAYS} days; days and hours counted, audit entries sealed. Nothing is removed: everything is kept for ${KEPT} days.`,
      ],
    ),
    comparison(
      `P2: ${starts} starts without a process, one at a time: median`,
      'ms',
      'less',
      installs.map((one) => startDelay(one, starts, p99s)),
    ),
    comparison(
      `P2: ${starts} starts without a process, one at a time: 99th percentile`,
      'ms',
      'less',
      installs.map(({ name }) => ({ name, run: async () => p99s.get(name)?.shift() ?? Number.NaN })),
      ['From the same measurements as the median.'],
    ),
    comparison(
      'lists: 99th percentile of the slowest list',
      'ms',
      'less',
      installs.map((one) => calls(one, listCalls({ task: one.tasks[0] ?? '', logged: one.logged }), stage)),
      [`Each call is made ${TIMES} times, one at a time, after one that is not counted.`],
    ),
    comparison(
      'Home: 99th percentile of its slowest call',
      'ms',
      'less',
      installs.map((one) => calls(one, homeCalls(one.environment), stage)),
      ['The calls by which Home shows the last 24 hours and the last 7 days.'],
    ),
    {
      title: `retention beside ${WIDTH} executions in flight: the slowest start call`,
      unit: 'ms',
      better: 'less',
      contestants: installs.map((one) => retention(one, stage)),
      target: { text: 'less than 1 s', reached: (median) => median(OURS) < 1000 },
      notes: [
        'The server starts with a shorter retention of history, logs and audit log, which it applies at once; executions run from its first answer until 5 s after the last partition is gone. Each round keeps fewer days, and so has months and weeks to drop.',
        'The 15 % do not apply here: an empty install has nothing to remove.',
      ],
    },
  ];
});

/** Creates an install: Millrace creates the database, and SQL fills it. A started server counts and seals what SQL has written. */
async function prepare(stage: Stage, server: DatabaseServer, name: string, amounts?: Amounts): Promise<Install> {
  const databaseUrl = await server.create(amounts ? 'history' : 'empty');
  const first = await startMillrace(stage, databaseUrl, 'none', { settings: keep(KEPT) });
  const tasks = await addEmptyTasks(databaseUrl, TASKS);
  const logged = await writeLog(stage, first, LINES_OF_LOG, tasks);
  const [environment] = await callMillrace<{ id: string }[]>(first, 'GET', '/orchestration/environments');
  await first.stop();
  const install = { name, databaseUrl, key: first.key, tasks, environment: environment?.id ?? '', logged };
  if (!amounts) return install;
  const size: HistorySize = { days: DAYS, executions: amounts.executions, lines: amounts.lines, linesOfLog: LINES_OF_LOG };
  const startedAt = performance.now();
  const seconds = (): string => ((performance.now() - startedAt) / 1000).toFixed(0);
  await onDatabase(databaseUrl, (client) => addHistory(client, logged, size));
  stage.say(`History written after ${seconds()} s`);
  await onDatabase(databaseUrl, (client) => fillAuditLog(client, amounts.entries, DAYS));
  stage.say(`Audit log written after ${seconds()} s`);
  const counting = await startMillrace(stage, databaseUrl, 'none', { key: first.key, settings: keep(KEPT) });
  await onDatabase(databaseUrl, async (client) => {
    await untilCounted(client, 4 * HOUR);
    await untilSealed(client, amounts.entries, 4 * HOUR);
    const bytes = (await readTables(client)).reduce((sum, table) => sum + table.bytes, 0);
    stage.say(`Counted and sealed after ${seconds()} s; ${(bytes / 1e9).toFixed(2)} GB of tables`);
  });
  await counting.stop();
  return install;
}

/** The settings with which everything is kept for so many days. */
function keep(days: number): Record<string, string> {
  return { MILLRACE_HISTORY_DAYS: String(days), MILLRACE_LOG_DAYS: String(days), MILLRACE_AUDIT_DAYS: String(days) };
}

/** Starts the server of an install with its engine for a turn. */
function open(turn: Stage, { databaseUrl, key }: Pick<Install, 'databaseUrl' | 'key'>, days = KEPT): Promise<Millrace> {
  return startMillrace(turn, databaseUrl, { capacity: CAPACITY }, { key, settings: keep(days) });
}

function executions(install: Install, count: number): Contestant {
  let load: ExecutionLoad;
  return {
    name: install.name,
    start: async (turn) => {
      load = await openExecutionLoad(turn, await open(turn, install), { tasks: install.tasks, width: WIDTH });
      await load.run(Math.ceil(count / 10));
    },
    run: () => load.run(count),
  };
}

function startDelay(install: Install, count: number, p99s: ReadonlyMap<string, number[]>): Contestant {
  let load: ExecutionLoad;
  return {
    name: install.name,
    start: async (turn) => {
      load = await openExecutionLoad(turn, await open(turn, install), { tasks: install.tasks, width: WIDTH });
      await measureRecordedStarts({ count: Math.ceil(count / 10) }, load);
    },
    run: async () => {
      const times = await measureRecordedStarts({ count }, load);
      if (times.length !== count) throw new Error(`${times.length} of ${count} executions have a start`);
      p99s.get(install.name)?.push(percentile(times, 0.99));
      return percentile(times, 0.5);
    },
  };
}

function calls({ name, ...install }: Install, made: readonly Call[], { smoke }: Stage): Contestant {
  return slowestPart<Call>(name, {
    calls: made.flatMap((call) => Array.from({ length: smoke ? 1 : TIMES }, () => call)),
    warmUpCalls: made,
    partOf: (call) => call.name,
    open: async (turn) => {
      const running = await open(turn, install);
      const pool = openPool(running.url, turn);
      return (call) => makeCall(pool, running.token, call);
    },
  });
}

/** Starts the server with a shorter retention, and returns the milliseconds of the slowest start call until the old partitions are gone. */
function retention(install: Install, { rounds, smoke }: Stage): Contestant {
  let round = 0;
  let details: string[] = [];
  return {
    name: install.name,
    run: async (turn) => {
      round += 1;
      const client = await connectTo(install.databaseUrl, turn);
      const partitions = async (): Promise<string[]> =>
        (await readTables(client)).map(({ name }) => name).filter((name) => HISTORY_TABLES.some((table) => name.startsWith(table)));
      const before = await partitions();
      const days = Math.round(DAYS - (DAYS - 5) * (round / rounds));
      const load = await openExecutionLoad(turn, await open(turn, install, days), { tasks: install.tasks, width: WIDTH });
      const times: number[] = [];
      const ids: string[] = [];
      let changedAt = performance.now();
      let left = before.length;
      const isOver = (): boolean => performance.now() - changedAt > (smoke ? 1000 : 5000);
      const caller = async (): Promise<void> => {
        while (!isOver()) {
          const startedAt = performance.now();
          ids.push(await load.start());
          times.push(performance.now() - startedAt);
        }
      };
      const watch = async (): Promise<void> => {
        for (; !isOver(); await wait(100)) {
          const now = (await partitions()).length;
          if (now !== left) [left, changedAt] = [now, performance.now()];
        }
      };
      await Promise.all([watch(), ...Array.from({ length: WIDTH }, caller)]);
      await load.startsFrom(ids.toSorted()[0] ?? '', ids.length);
      const after = new Set(await partitions());
      const dropped = before.filter((name) => !after.has(name));
      details = [`${times.length} calls; kept ${days} days; dropped ${dropped.length === 0 ? 'nothing' : dropped.toSorted().join(', ')}`];
      return Math.max(...times);
    },
    details: () => details,
  };
}
