/** P1: durable executions of one step that does nothing, from the call to their end. */
import type { Pool } from 'undici';
import { type Contestant, inFlight, perSecond } from './contestant.ts';
import { startDatabaseServer, openPool, untilAnswered } from './processes.ts';
import { bench } from './harness.ts';
import { AWA, findAwa } from './awa.ts';
import { awaJobs, jobsPerSecond, executionsPerSecond, type Amount } from './executions.ts';
import { addEmptyTasks, editionsOf, ours } from './millrace.ts';
import { newRestateConfig, registerHandler, startRestate, type Restate } from './restate.ts';

const WIDTH = 24;
const TASKS = 500;
/** Executions that the engine runs at a time. */
const CAPACITY = 200;
const BATCH = 100;
const GRAPHILE_WORKER = 'graphile-worker';

await bench('P1', 'one-step executions that do nothing, accepted to finished', async (stage) => {
  const amount = stage.smoke ? { count: 30, warmUp: 10 } : stage.quick ? { count: 2000, warmUp: 300 } : { count: 20_000, warmUp: 2000 };
  const server = await startDatabaseServer(stage);
  const awa = await findAwa();
  const measured = { ...amount, width: WIDTH, capacity: CAPACITY };
  return [
    {
      title: `${amount.count.toLocaleString('en')} executions, ${WIDTH} in flight`,
      unit: 'executions/s',
      better: 'more',
      contestants: [
        ...editionsOf(stage).map((edition) =>
          executionsPerSecond(server, edition, measured, (running) => addEmptyTasks(running.databaseUrl, TASKS)),
        ),
        restate('call', amount),
        restate('send', amount),
        ...[
          { program: 'dbos', label: 'DBOS' },
          { program: 'graphile-worker', label: GRAPHILE_WORKER },
          { program: 'graphile-worker', label: `${GRAPHILE_WORKER}, batches of ${BATCH}`, batch: BATCH },
          { program: 'pg-boss', label: 'pg-boss, batch 1' },
          ...awaJobs(awa, AWA),
          ...awaJobs(awa, `${AWA}, batches of ${BATCH}`, BATCH),
        ].map((library) => jobsPerSecond(server, library, measured)),
      ],
      ...('missing' in awa && { skipped: { [AWA]: awa.missing } }),
      target: {
        text: '4 times Restate send, and 3 times graphile-worker by default',
        reached: (median) => median(ours.name) >= 4 * median('Restate, send') && median(ours.name) >= 3 * median(GRAPHILE_WORKER),
      },
      notes: [
        `Each turn begins with an empty store, new processes and ${amount.warmUp} executions that are not counted.`,
        `Millrace: POST /processing/executions over HTTP, ${WIDTH} calls in flight, ${TASKS} tasks, the real engine process with the real protocol; measured until the last is finished in the database. Each execution stays in the history.`,
        `Restate, call: ${WIDTH} calls in flight, each answered when its handler, with one durable step, has ended. Restate, send: each answered when it is accepted; measured until the store has no open invocation.`,
        'DBOS: a workflow with one step, called and awaited in its own process; history kept.',
        'graphile-worker and pg-boss: jobs added one by one in the process that runs them; no HTTP, no steps. graphile-worker keeps no history.',
        `In batches: ${BATCH} jobs a call, one call at a time; the worker also takes and ends jobs in batches (local queue of 500, \`completeJobBatchDelay\` 0).`,
        `awa (PyPI awa-pg): its own defaults, ${CAPACITY} workers as in the engine of Millrace; handlers in Python. A job counts when its end is in the database; a ring of 16 s is its history.`,
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
