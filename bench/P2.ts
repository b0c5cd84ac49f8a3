/** P2: from a trigger to the first instruction of the task that it starts. */
import { join } from 'node:path';
import type { Pool } from 'undici';
import { AWA, findAwa, type Awa } from './awa.ts';
import { type Comparison, type Contestant, percentile, type Stage } from './contestant.ts';
import { startDatabaseServer, type DatabaseServer, openPool, startPeer, untilAnswered, type PeerProcess } from './processes.ts';
import { type ExecutionLoad, openExecutionLoad } from './execution-load.ts';
import { startExecution } from './executions.ts';
import { bench } from './harness.ts';
import { addCommandTasks, addEmptyTasks, editionsOf, ours, startMillrace, type Edition, type Millrace } from './millrace.ts';
import { newRestateConfig, registerHandler, startRestate, type Restate } from './restate.ts';
import { CLOCK_COMMAND, makePipe, measureRecordedStarts, measureStarts, type StartSeries, type Start } from './starts.ts';

/** Runs at a time, where that can be set. */
const WIDTH = 24;
const TASKS = 100;
/** Starts in a second, with a process each. */
const RATE = 100;
/** The rate without a process, and what the engine of Millrace and the workers of awa then run at a time. */
const FAST_RATE = 800;
const FAST_CAPACITY = 200;
const GRAPHILE_WORKER = 'graphile-worker';
const SPAWN_ONLY = 'spawn alone';

/** A contestant whose triggers are measured; `measure` returns the times in milliseconds. */
type Starter = Required<Pick<Contestant, 'name' | 'start'>> & { measure(plan: StartSeries): Promise<number[]> };

const HOW_TRIGGERED =
  'Millrace: POST /processing/executions over HTTP, the real engine. Restate: a call over HTTP that is answered when it is accepted; the handler works in a durable step. DBOS, graphile-worker and awa: called in the process that runs the handler; no HTTP.';
type Target = NonNullable<Comparison['target']>;

await bench('P2', 'from the trigger to the first instruction of the task', async (stage) => {
  const server = await startDatabaseServer(stage);
  const awa = await findAwa();
  const pipe = makePipe(join(stage.folder, 'moments'));
  const peers = (workers: number): Starter[] => [
    restate(),
    library(server, 'dbos', 'DBOS'),
    library(server, 'graphile-worker', GRAPHILE_WORKER),
    ...('python' in awa ? [library(server, 'awa-pg', AWA, { python: awa.python, workers })] : []),
  ];
  const contestants = (): Starter[] => [
    ...editionsOf(stage).map((edition) => millrace(server, edition)),
    ...peers(WIDTH),
    peerOf(SPAWN_ONLY, 'spawn-loop', async () => ({})),
  ];
  const seconds = stage.quick ? 5 : 20;
  const warmUp = { pipe, count: stage.smoke ? 1 : 50 };
  const oneAtATime = { pipe, count: stage.smoke ? 5 : stage.quick ? 100 : 500 };
  const atRate = { pipe, count: RATE * seconds, perSecond: RATE };
  const fast = { pipe, perSecond: FAST_RATE, withoutProcess: true } as const;
  const atMost = (factor: number, peer: string): Target => ({
    text: `at most ${factor === 1 ? 'the figure' : `${factor} times the figure`} of ${peer}`,
    reached: (median) => !(median(ours.name) > factor * median(peer)),
  });
  const withProcess = [
    `Each contestant starts \`${CLOCK_COMMAND.join(' ')}\`. The time begins before the call and ends when bash reads the clock, so it includes the start of bash.`,
    `${HOW_TRIGGERED} ${WIDTH} at a time at most where that can be set. ${SPAWN_ONLY}: child_process.spawn from a small process.`,
  ];
  return [
    ...comparisons(
      { title: `one at a time, ${oneAtATime.count} starts`, notes: withProcess, awa },
      contestants(),
      { warmUp, plan: oneAtATime },
      { median: atMost(1, GRAPHILE_WORKER), percentile: atMost(1, GRAPHILE_WORKER) },
    ),
    // Both comparisons with a process start and call the same contestants, so a smoke run needs only one.
    ...(stage.smoke
      ? []
      : comparisons(
          { title: `${RATE} per second for ${seconds} s, without waiting for their end`, notes: withProcess, awa },
          contestants(),
          { warmUp, plan: atRate },
          {
            median: atMost(1.5, GRAPHILE_WORKER),
            percentile: {
              text: `less than 50 ms plus the figure of ${SPAWN_ONLY}`,
              reached: (median) => median(ours.name) < 50 + median(SPAWN_ONLY),
            },
          },
        )),
    ...comparisons(
      {
        title: `${FAST_RATE} per second for ${seconds} s, without a process and without waiting for their end`,
        notes: [
          'The time begins before the call. It ends when the handler reads the clock, and for Millrace at the start in the record of the execution: the clock of the engine, which ends the execution at once.',
          `${HOW_TRIGGERED} The engine of Millrace and awa run ${FAST_CAPACITY} at a time, graphile-worker ${WIDTH}. A contestant that reaches fewer than ${FAST_RATE}/s has a queue that grows: its figure then depends on the length of the run.`,
        ],
        awa,
      },
      [...editionsOf(stage).map((edition) => millraceWithoutProcess(server, edition)), ...peers(FAST_CAPACITY)],
      { warmUp: { ...fast, count: stage.smoke ? 5 : FAST_RATE / 2 }, plan: { ...fast, count: stage.smoke ? 20 : FAST_RATE * seconds } },
      { median: atMost(1, AWA), percentile: atMost(1, AWA) },
    ),
  ];
});

/** Returns two comparisons of the same measurements: the median and the 99th percentile. */
function comparisons(
  { title, notes, awa }: { title: string; notes: readonly string[]; awa: Awa },
  starters: readonly Starter[],
  { warmUp, plan }: { warmUp: StartSeries; plan: StartSeries },
  targets: { median: Target; percentile: Target },
): Comparison[] {
  const percentiles = new Map<string, number[]>(starters.map(({ name }) => [name, []]));
  const measured = starters.map(({ measure, ...starter }): Contestant => ({
    ...starter,
    start: async (turn) => {
      await starter.start(turn);
      await measure(warmUp);
    },
    run: async () => {
      const times = await measure(plan);
      if (times.length !== plan.count) throw new Error(`${times.length} of ${plan.count} runs reported their start`);
      percentiles.get(starter.name)?.push(percentile(times, 0.99));
      return percentile(times, 0.5);
    },
  }));
  const reported = starters.map(({ name }): Contestant => ({
    name,
    run: async () => percentiles.get(name)?.shift() ?? Promise.reject(new Error('the measurement failed, see above')),
  }));
  const shared = { unit: 'ms', better: 'less', decimals: 1 } as const;
  return [
    {
      ...shared,
      title: `${title}: median`,
      contestants: measured,
      target: targets.median,
      notes,
      ...('missing' in awa && { skipped: { [AWA]: awa.missing } }),
    },
    {
      ...shared,
      title: `${title}: 99th percentile`,
      contestants: reported,
      target: targets.percentile,
      notes: ['From the same measurements as the median.'],
    },
  ];
}

function millrace(server: DatabaseServer, { name, checkout }: Edition): Starter {
  let running: Millrace;
  let pool: Pool;
  let tasks: string[];
  let starts = 0;
  return {
    name,
    start: async (turn) => {
      running = await startMillrace(turn, await server.create('millrace', turn), { capacity: WIDTH }, { checkout });
      // At most fifty executions of a task may be unfinished at the same time.
      tasks = await addCommandTasks(running, { run: CLOCK_COMMAND, environment: ['run', 'pipe'] }, TASKS);
      pool = openPool(running.url, turn, WIDTH);
    },
    measure: (plan) =>
      measureStarts(plan, (parameters) => startExecution(pool, running.token, tasks[(starts += 1) % TASKS] ?? '', { parameters })),
  };
}

function millraceWithoutProcess(server: DatabaseServer, { name, checkout }: Edition): Starter {
  let load: ExecutionLoad;
  return {
    name,
    start: async (turn) => {
      const databaseUrl = await server.create('millrace', turn);
      const running = await startMillrace(turn, databaseUrl, { capacity: FAST_CAPACITY }, { checkout });
      load = await openExecutionLoad(turn, running, { tasks: await addEmptyTasks(databaseUrl, TASKS * 5), width: WIDTH });
    },
    measure: (plan) => measureRecordedStarts(plan, load),
  };
}

function restate(): Starter {
  let restateServer: Restate;
  let pool: Pool;
  let turns = 0;
  const start = async (input: Start): Promise<void> => {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/bench/start/send',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    const text = await body.text();
    if (statusCode >= 300) throw new Error(`Restate answered ${statusCode}: ${text}`);
  };
  return {
    name: 'Restate',
    start: async (turn) => {
      const config = await newRestateConfig(turn, `restate-${(turns += 1)}`);
      restateServer = startRestate(turn, config);
      await registerHandler(restateServer, config);
      await untilAnswered(`${restateServer.ingress}/restate/health`);
      pool = openPool(restateServer.ingress, turn, WIDTH);
    },
    measure: (plan) => measureStarts(plan, start),
  };
}

function library(
  server: DatabaseServer,
  program: string,
  name: string,
  { python, workers = WIDTH }: { python?: string; workers?: number } = {},
): Starter {
  const environmentOf = async (turn: Stage): Promise<Record<string, string>> => ({
    DATABASE_URL: await server.create(program.replaceAll('-', '_'), turn),
    WIDTH: String(WIDTH),
    WORKERS: String(workers),
  });
  return peerOf(name, program, environmentOf, python);
}

/** A contestant that is a peer with these variables. */
function peerOf(name: string, program: string, environmentOf: (turn: Stage) => Promise<Record<string, string>>, python?: string): Starter {
  let peer: PeerProcess;
  return {
    name,
    start: async (turn) => {
      peer = await startPeer(turn, program, await environmentOf(turn), python);
    },
    measure: (plan) => peer.ask<number[]>(plan),
  };
}
