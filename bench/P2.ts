/** P2: from a trigger to the first instruction of the task that it starts. */
import { join } from 'node:path';
import type { Pool } from 'undici';
import { type Comparison, type Contestant, percentile, type Stage } from './contestant.ts';
import { startDatabaseServer, type DatabaseServer, openPool, startPeer, untilAnswered, type PeerProcess } from './processes.ts';
import { startExecution } from './executions.ts';
import { bench } from './harness.ts';
import { addCommandTasks, editionsOf, ours, startMillrace, type Edition, type Millrace } from './millrace.ts';
import { newRestateConfig, registerHandler, startRestate, type Restate } from './restate.ts';
import { CLOCK_COMMAND, makePipe, measureStarts, type StartSeries, type Start } from './starts.ts';

const WIDTH = 24;
const TASKS = 100;
const RATE = 100;
const SPAWN_ONLY = 'spawn alone';

/** A contestant whose triggers are measured; `measure` returns the times in milliseconds. */
type Starter = Required<Pick<Contestant, 'name' | 'start'>> & { measure(plan: StartSeries): Promise<number[]> };

await bench('P2', 'from the trigger to the first instruction of the task', async (stage) => {
  const server = await startDatabaseServer(stage);
  const pipe = makePipe(join(stage.folder, 'moments'));
  const contestants = (): Starter[] => [
    ...editionsOf(stage).map((edition) => millrace(server, edition)),
    restate(),
    library(server, 'dbos', 'DBOS'),
    library(server, 'graphile-worker', 'graphile-worker'),
    peerOf(SPAWN_ONLY, 'spawn-loop', async () => ({})),
  ];
  const warmUp = { pipe, count: stage.smoke ? 1 : 50 };
  const oneAtATime = { pipe, count: stage.smoke ? 5 : stage.quick ? 100 : 500 };
  const atRate = { pipe, count: RATE * (stage.quick ? 5 : 20), perSecond: RATE };
  return [
    ...comparisons(`one at a time, ${oneAtATime.count} starts`, contestants(), warmUp, oneAtATime),
    // Both comparisons start and call the same contestants, so a smoke run needs only one.
    ...(stage.smoke
      ? []
      : comparisons(`${RATE} per second for ${atRate.count / RATE} s, without waiting for their end`, contestants(), warmUp, atRate)),
  ];
});

/** Returns two comparisons of the same measurements: the median and the 99th percentile. */
function comparisons(title: string, starters: readonly Starter[], warmUp: StartSeries, plan: StartSeries): Comparison[] {
  const percentiles = new Map<string, number[]>(starters.map(({ name }) => [name, []]));
  const measured = starters.map(({ measure, ...starter }): Contestant => ({
    ...starter,
    start: async (turn) => {
      await starter.start(turn);
      await measure(warmUp);
    },
    run: async () => {
      const times = await measure(plan);
      if (times.length !== plan.count) throw new Error(`${times.length} of ${plan.count} programs reported their start`);
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
      target: { text: 'less than 10 ms', reached: (median) => median(ours.name) < 10 },
      notes: [
        `Each contestant starts \`${CLOCK_COMMAND.join(' ')}\`. The time begins before the call and ends when bash reads the clock, so it includes the start of bash.`,
        'Millrace: POST /processing/executions over HTTP, a published bundle, the real engine. Restate: a call over HTTP that is answered when it is accepted; the handler starts the program in a durable step. DBOS and graphile-worker: called in the process that runs the handler; no HTTP.',
        `${WIDTH} at a time at most where that can be set. ${SPAWN_ONLY}: child_process.spawn from a small process.`,
      ],
    },
    {
      ...shared,
      title: `${title}: 99th percentile`,
      contestants: reported,
      target: {
        text: `less than 50 ms plus the figure of ${SPAWN_ONLY}`,
        reached: (median) => median(ours.name) < 50 + median(SPAWN_ONLY),
      },
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

function library(server: DatabaseServer, program: string, name: string): Starter {
  return peerOf(name, program, async (turn) => ({
    DATABASE_URL: await server.create(program.replaceAll('-', '_'), turn),
    WIDTH: String(WIDTH),
  }));
}

/** A contestant that is a peer with these variables. */
function peerOf(name: string, program: string, environmentOf: (turn: Stage) => Promise<Record<string, string>>): Starter {
  let peer: PeerProcess;
  return {
    name,
    start: async (turn) => {
      peer = await startPeer(turn, program, await environmentOf(turn));
    },
    measure: (plan) => peer.ask<number[]>(plan),
  };
}
