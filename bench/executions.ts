/** Executions that are started over HTTP and run by the engine, and jobs of peers, until the last is finished in the database. */
import type { Client } from 'pg';
import type { Pool } from 'undici';
import type { Awa } from './awa.ts';
import { type Contestant, inFlight, perSecond, type Stage } from './contestant.ts';
import { connectTo, type DatabaseServer, openPool, startPeer, type PeerProcess } from './processes.ts';
import { type Edition, type Millrace, startMillrace, untilAllFinished } from './millrace.ts';

/** The number of measured executions, and of executions in the warm-up. */
export type Amount = { count: number; warmUp: number };

/** Starts one execution of a task, and returns the text of the answer. Throws unless the answer is 201. */
export async function startExecution(pool: Pool, token: string, task: string, more: object = {}): Promise<string> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/processing/executions',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ executable: task, ...more }),
  });
  const text = await body.text();
  if (statusCode !== 201) throw new Error(`A start was answered with ${statusCode}: ${text}`);
  return text;
}

/** Jobs of a library that do nothing: its peer, its label, the Python that runs it if it is not in Node, and jobs that are added at once. */
export type JobLibrary = { program: string; label: string; python?: string; batch?: number };

/** awa as a library whose jobs are measured; nothing if it cannot run on this machine. */
export const awaJobs = (awa: Awa, label: string, batch?: number): JobLibrary[] =>
  'python' in awa ? [{ program: 'awa-pg', label, python: awa.python, ...(batch !== undefined && { batch }) }] : [];

/** Starts the peer of a library on an empty database. `width` calls are in flight, and so many jobs run at a time; in awa, `capacity` jobs. */
export async function startLibrary(
  turn: Stage,
  databaseUrl: string,
  { program, python, batch }: JobLibrary,
  { width, capacity }: { width: number; capacity: number },
): Promise<PeerProcess> {
  const batches = batch === undefined ? {} : { BATCHES: String(batch) };
  return startPeer(turn, program, { DATABASE_URL: databaseUrl, WIDTH: String(width), WORKERS: String(capacity), ...batches }, python);
}

/** Returns a library that is measured in jobs per second. */
export function jobsPerSecond(
  server: DatabaseServer,
  library: JobLibrary,
  { count, warmUp, width, capacity }: Amount & { width: number; capacity: number },
): Contestant {
  const more = { width, ...(library.batch !== undefined && { batch: library.batch }) };
  let peer: PeerProcess;
  return {
    name: library.label,
    start: async (turn) => {
      peer = await startLibrary(turn, await server.create(library.program.replaceAll('-', '_'), turn), library, { width, capacity });
      await peer.ask({ count: warmUp, ...more });
    },
    run: () => peer.ask<number>({ count, ...more }),
  };
}

/** Returns a Millrace that is measured in executions per second: `width` calls in flight, `capacity` runs at a time in the engine. */
export function executionsPerSecond(
  server: DatabaseServer,
  { name, checkout }: Edition,
  { count, warmUp, width, capacity }: Amount & { width: number; capacity: number },
  addTasks: (running: Millrace) => Promise<string[]>,
): Contestant {
  let running: Millrace;
  let tasks: string[];
  let pool: Pool;
  let client: Client;
  const startAll = async (number: number): Promise<number> => {
    await inFlight(number, width, (index) => startExecution(pool, running.token, tasks[index % tasks.length] ?? ''));
    return untilAllFinished(client, 300_000);
  };
  return {
    name,
    start: async (turn) => {
      const databaseUrl = await server.create('millrace', turn);
      running = await startMillrace(turn, databaseUrl, { capacity }, { checkout });
      tasks = await addTasks(running);
      pool = openPool(running.url, turn, width);
      client = await connectTo(databaseUrl, turn);
      await startAll(warmUp);
    },
    run: () =>
      perSecond(count, async () => {
        const succeeded = await startAll(count);
        if (succeeded !== count + warmUp) throw new Error(`${succeeded} of ${count + warmUp} executions succeeded`);
      }),
  };
}
