/** P1: durable executions of one step that does nothing, from the call to their end. */
import type { Pool } from 'undici';
import type { Contestant } from './contestant.ts';
import { startDatabaseServer, type DatabaseServer, openPool, startPeer, untilAnswered, type PeerProcess } from './processes.ts';
import { bench } from './harness.ts';
import { inFlight, perSecond, executionsPerSecond, type Amount } from './executions.ts';
import { addEmptyTasks, editionsOf, ours } from './millrace.ts';
import { newRestateConfig, registerHandler, startRestate, type Restate } from './restate.ts';

const WIDTH = 24;
const TASKS = 500;
/** Executions that the engine runs at a time. */
const CAPACITY = 200;

await bench('P1', 'one-step executions that do nothing, accepted to finished', async (stage) => {
  const amount = stage.smoke ? { count: 30, warmUp: 10 } : stage.quick ? { count: 2000, warmUp: 300 } : { count: 20_000, warmUp: 2000 };
  const server = await startDatabaseServer(stage);
  const library = (name: string, label: string) => libraryPeer(server, name, label, amount);
  return [
    {
      title: `${amount.count.toLocaleString('en')} executions, ${WIDTH} in flight`,
      unit: 'executions/s',
      better: 'more',
      contestants: [
        ...editionsOf(stage).map((edition) =>
          executionsPerSecond(server, edition, { ...amount, width: WIDTH, capacity: CAPACITY }, (running) =>
            addEmptyTasks(running.databaseUrl, TASKS),
          ),
        ),
        restate('call', amount),
        restate('send', amount),
        library('dbos', 'DBOS'),
        library('graphile-worker', 'graphile-worker'),
        library('pg-boss', 'pg-boss, batch 1'),
      ],
      target: {
        text: '1.3 times the better of Restate and DBOS, and 5,000/s with batches',
        reached: (median) =>
          median(ours.name) >= 5000 &&
          ['Restate, call', 'Restate, send', 'DBOS'].every((name) => !(median(ours.name) < 1.3 * median(name))),
      },
      notes: [
        `Each turn begins with an empty store, new processes and ${amount.warmUp} executions that are not counted.`,
        `Millrace: POST /processing/executions over HTTP, ${WIDTH} calls in flight, ${TASKS} tasks, the real engine process with the real protocol; measured until the last is finished in the database. Each execution stays in the history.`,
        `Restate, call: ${WIDTH} calls in flight, each answered when its handler, with one durable step, has ended. Restate, send: each answered when it is accepted; measured until the store has no open invocation.`,
        'DBOS: a workflow with one step, called and awaited in its own process; history kept.',
        'graphile-worker and pg-boss: jobs added one by one in the process that runs them; no HTTP, no steps. graphile-worker keeps no history.',
      ],
    },
  ];
});

function restate(mode: 'call' | 'send', { count, warmUp }: Amount): Contestant {
  let restateServer: Restate;
  let pool: Pool;
  let turns = 0;
  const start = async (): Promise<void> => {
    const { statusCode, body } = await pool.request({ method: 'POST', path: mode === 'call' ? '/bench/work' : '/bench/work/send' });
    const text = await body.text();
    if (statusCode >= 300) throw new Error(`Restate answered ${statusCode}: ${text}`);
  };
  const startAll = async (number: number): Promise<void> => {
    await inFlight(number, WIDTH, start);
    if (mode === 'send') await untilNoneOpen(restateServer);
  };
  return {
    name: `Restate, ${mode}`,
    start: async (turn) => {
      const config = await newRestateConfig(turn, `restate-${mode}-${(turns += 1)}`);
      restateServer = startRestate(turn, config);
      await registerHandler(restateServer, config);
      await untilAnswered(`${restateServer.ingress}/restate/health`);
      pool = openPool(restateServer.ingress, turn, WIDTH);
      await startAll(warmUp);
    },
    run: () => perSecond(count, () => startAll(count)),
  };
}

async function untilNoneOpen({ admin }: Restate): Promise<void> {
  for (;;) {
    const response = await fetch(`${admin}/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query: `select count(*) as open from sys_invocation where status <> 'completed'` }),
    });
    const { rows } = (await response.json()) as { rows: { open: number }[] };
    if (rows[0]?.open === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function libraryPeer(server: DatabaseServer, name: string, label: string, { count, warmUp }: Amount): Contestant {
  const database = name.replaceAll('-', '_');
  let peer: PeerProcess;
  return {
    name: label,
    start: async (turn) => {
      peer = await startPeer(turn, name, { DATABASE_URL: await server.create(database, turn), WIDTH: String(WIDTH) });
      await peer.ask({ count: warmUp, width: WIDTH });
    },
    run: () => peer.ask<number>({ count, width: WIDTH }),
  };
}
