/** A queue of BullMQ with its worker: on the Redis of REDIS_URL, or else on PostgreSQL. */
import { createPostgresBackend, Queue, Worker, type Backend, type Options } from 'bullmq';
import { databaseUrl } from './serve.ts';

const NAME = 'bench';

/** An open queue. `close` also closes its worker. */
export type OpenQueue = { queue: Queue; close(): Promise<unknown> };

/** Opens the queue, and starts a worker that runs `work` for each job, at most `concurrency` at a time. */
export async function openQueue<Data>(work: (job: { data: Data }) => Promise<unknown>, concurrency: number): Promise<OpenQueue> {
  const redis = process.env['REDIS_URL'];
  const options: Options = redis
    ? { connection: { url: redis, maxRetriesPerRequest: null } }
    : { connection: { connectionString: databaseUrl(), migrate: true, max: 20 } };
  const backend: Backend | undefined = redis ? undefined : createPostgresBackend;
  const queue = new Queue(NAME, options, backend);
  const worker = new Worker(NAME, work, { ...options, concurrency }, backend);
  for (const emitter of [queue, worker]) emitter.on('error', (error) => console.error(error));
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);
  return { queue, close: () => Promise.all([worker.close(), queue.close()]) };
}
