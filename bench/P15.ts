/** P15: a plain authenticated read through the whole stack, beside the same statements without it. */
import { onDatabase, startDatabaseServer } from './database.ts';
import type { Contestant } from './comparison.ts';
import { bench, type Stage } from './harness.ts';
import { addEmptyTasks, startMillrace, untilAllFinished, type Millrace } from './millrace.ts';
import type { LoadOrder } from './peers/load.ts';
import { startPeer, type PeerProcess } from './processes.ts';

const CONNECTIONS = 40;
const EXECUTIONS = 50;
const OURS = 'Millrace';
const BARE = 'Fastify + pg, pool of 10';

/** What all contestants read: one database, one token, one execution. */
type Target = { databaseUrl: string; token: string; key: string; execution: string; generator: PeerProcess };

await bench('P15', 'a plain authenticated read through the whole stack', async (stage) => {
  const target = await prepareTarget(stage);
  const seconds = stage.smoke ? 1 : stage.quick ? 3 : 10;
  return [
    {
      title: `GET /processing/executions/{executionId}, ${CONNECTIONS} connections, ${seconds} s`,
      unit: 'requests/s',
      better: 'more',
      contestants: [
        millrace(stage, target, seconds),
        bare(stage, target, BARE, seconds),
        bare(stage, target, 'Fastify + pg, two pipelined connections', seconds),
      ],
      target: { text: '70 % of the bare figure (the pool)', reached: (median) => median(OURS) >= 0.7 * median(BARE) },
      notes: [
        'Everybody looks up the personal access token by its keyed hash and then the execution with the right on its workspace, with the same two statements on the same rows.',
        'Both take the statements from the code of the product. Millrace looks up the tokens of calls that come at the same moment in one statement; bare sends one for each call.',
        'Millrace beyond that: routing of the whole API, request id, validation, permissions, the documented shape of the answer. Bare: the row as it is.',
        'The load comes from a process of its own (autocannon); 2 s of load before each measurement are not counted.',
      ],
    },
  ];
});

async function prepareTarget(stage: Stage): Promise<Target> {
  const databaseUrl = await (await startDatabaseServer(stage)).create('p15');
  const one = await startMillrace(stage, databaseUrl, { capacity: 10 });
  const [task = ''] = await addEmptyTasks(databaseUrl, 1);
  const headers = { authorization: `Bearer ${one.token}`, 'content-type': 'application/json' };
  let execution = '';
  for (let count = 0; count < EXECUTIONS; count += 1) {
    const response = await fetch(`${one.url}/processing/executions`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ executable: task }),
    });
    ({ executionId: execution } = (await response.json()) as { executionId: string });
  }
  await onDatabase(databaseUrl, async (client) => {
    await untilAllFinished(client, 30_000);
    await client.query('vacuum analyze');
  });
  await one.stop();
  return { databaseUrl, token: one.token, key: one.key, execution, generator: await startPeer(stage, 'load', {}) };
}

function millrace(stage: Stage, target: Target, seconds: number): Contestant {
  let one: Millrace;
  return {
    name: OURS,
    start: async () => {
      one = await startMillrace(stage, target.databaseUrl, 'none', { key: target.key });
      await answersTheExecution(one.url, target);
      await load(one.url, target, warmUpOf(stage));
    },
    run: () => load(one.url, target, seconds),
    stop: async () => one?.stop(),
  };
}

function bare(stage: Stage, target: Target, name: string, seconds: number): Contestant {
  let peer: PeerProcess;
  let url: string;
  return {
    name,
    start: async () => {
      peer = await startPeer(stage, 'bare-read', { DATABASE_URL: target.databaseUrl, KEY: target.key, PIPELINED: String(name !== BARE) });
      url = await peer.ask<string>('url');
      await answersTheExecution(url, target);
      await load(url, target, warmUpOf(stage));
    },
    run: () => load(url, target, seconds),
    stop: async () => peer?.stop(),
  };
}

/** Fails, with what was said, unless an address answers the execution that all are asked for. */
async function answersTheExecution(url: string, { token, execution }: Target): Promise<void> {
  const response = await fetch(`${url}/processing/executions/${execution}`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  const told = response.ok ? (JSON.parse(text) as Record<string, unknown>) : {};
  // The bare side answers the row, in which the id has another name.
  if ((told['executionId'] ?? told['id']) !== execution) throw new Error(`The read was answered with ${response.status}: ${text}`);
}

/** Seconds of load that are not counted. */
function warmUpOf({ smoke }: Stage): number {
  return smoke ? 1 : 2;
}

/** Requests per second that an address answers. */
function load(url: string, { generator, token, execution }: Target, seconds: number): Promise<number> {
  const order: LoadOrder = { url: `${url}/processing/executions/${execution}`, token, connections: CONNECTIONS, seconds };
  return generator.ask<number>(order);
}
