/** P15: a simple authenticated read through the whole stack, compared with the same statements in a minimal server. */
import type { Contestant, Stage } from './contestant.ts';
import { onDatabase, startDatabaseServer, startPeer, type PeerProcess } from './processes.ts';
import { bench } from './harness.ts';
import { addEmptyTasks, callMillrace, editionsOf, ours, startMillrace, untilAllFinished, type Edition } from './millrace.ts';
import type { LoadOrder } from './peers/load.ts';

const CONNECTIONS = 40;
const EXECUTIONS = 50;
const MINIMAL_SERVER = 'Fastify + pg, pool of 10';

/** The data that contestants read: one database, one token, one execution. Each edition of Millrace has its own, in the form of its version. */
type Target = { databaseUrl: string; token: string; key: string; execution: string; generator: PeerProcess };

await bench('P15', 'a simple authenticated read through the whole stack', async (stage) => {
  const database = await startDatabaseServer(stage);
  const generator = await startPeer(stage, 'load', {});
  const editions: { edition: Edition; target: Target }[] = [];
  for (const [index, edition] of editionsOf(stage).entries())
    editions.push({
      edition,
      target: await prepareTarget(stage, edition, { databaseUrl: await database.create(`p15_${index}`), generator }),
    });
  const [{ target } = {}] = editions;
  if (target === undefined) throw new Error('There is no edition of Millrace to measure.');
  const seconds = stage.smoke ? 1 : stage.quick ? 3 : 10;
  return [
    {
      title: `GET /processing/executions/{executionId}, ${CONNECTIONS} connections, ${seconds} s`,
      unit: 'requests/s',
      better: 'more',
      contestants: [
        ...editions.map((measured) => millrace(measured.edition, measured.target, seconds)),
        minimalServer(target, MINIMAL_SERVER, seconds),
        minimalServer(target, 'Fastify + pg, two pipelined connections', seconds),
      ],
      target: { text: '70 % of the minimal server with a pool', reached: (median) => median(ours.name) >= 0.7 * median(MINIMAL_SERVER) },
      notes: [
        'Each contestant finds the personal access token by its keyed hash, then the execution with the right on its workspace, with the same two statements on the same rows.',
        'The statements come from the code of the product. Millrace finds the tokens of simultaneous calls in one statement; the minimal server sends one statement per call.',
        'Millrace also does: routing of the whole API, request id, validation, permissions, the documented JSON. The minimal server returns the row unchanged.',
        'A separate process generates the load (autocannon); 2 s of load before each measurement are not counted.',
      ],
    },
  ];
});

async function prepareTarget(
  stage: Stage,
  { checkout }: Edition,
  { databaseUrl, generator }: Pick<Target, 'databaseUrl' | 'generator'>,
): Promise<Target> {
  const server = await startMillrace(stage, databaseUrl, { capacity: 10 }, { checkout });
  const [task = ''] = await addEmptyTasks(databaseUrl, 1);
  let execution = '';
  const body = { executable: task };
  for (let count = 0; count < EXECUTIONS; count += 1)
    execution = (await callMillrace<{ executionId: string }>(server, 'POST', '/processing/executions', body)).executionId;
  await onDatabase(databaseUrl, async (client) => {
    await untilAllFinished(client, 30_000);
    await client.query('vacuum analyze');
  });
  await server.stop();
  return { databaseUrl, token: server.token, key: server.key, execution, generator };
}

function millrace({ name, checkout }: Edition, target: Target, seconds: number): Contestant {
  let url: string;
  return {
    name,
    start: async (turn) => {
      ({ url } = await startMillrace(turn, target.databaseUrl, 'none', { key: target.key, checkout }));
      await checkAnswer(url, target);
      await load(url, target, warmUpOf(turn));
    },
    run: () => load(url, target, seconds),
  };
}

function minimalServer(target: Target, name: string, seconds: number): Contestant {
  let url: string;
  return {
    name,
    start: async (turn) => {
      const peer = await startPeer(turn, 'bare-read', {
        DATABASE_URL: target.databaseUrl,
        KEY: target.key,
        PIPELINED: String(name !== MINIMAL_SERVER),
      });
      url = await peer.ask<string>('url');
      await checkAnswer(url, target);
      await load(url, target, warmUpOf(turn));
    },
    run: () => load(url, target, seconds),
  };
}

/** Fails unless an address answers with the execution that the load requests. */
async function checkAnswer(url: string, { token, execution }: Target): Promise<void> {
  const response = await fetch(`${url}/processing/executions/${execution}`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  const answer = response.ok ? (JSON.parse(text) as Record<string, unknown>) : {};
  // The minimal server returns the row, in which the id has another name.
  if ((answer['executionId'] ?? answer['id']) !== execution) throw new Error(`The read was answered with ${response.status}: ${text}`);
}

/** Seconds of load that are not counted. */
function warmUpOf({ smoke }: Stage): number {
  return smoke ? 1 : 2;
}

/** Generates load, and returns the requests per second that an address answers. */
function load(url: string, { generator, token, execution }: Target, seconds: number): Promise<number> {
  const order: LoadOrder = { url: `${url}/processing/executions/${execution}`, token, connections: CONNECTIONS, seconds };
  return generator.ask<number>(order);
}
