/** BullMQ with job schedulers of every minute: on the Redis of REDIS_URL, or else on PostgreSQL. Its worker completes each job at once. */
import { createPostgresBackend, Queue, Worker, type Backend, type Options } from 'bullmq';
import { databaseUrl, serve } from './serve.ts';

/** The number of schedulers that are created at a time. */
const WIDTH = 50;
const NAME = 'bench';

const redis = process.env['REDIS_URL'];
const options: Options = redis
  ? { connection: { url: redis, maxRetriesPerRequest: null } }
  : { connection: { connectionString: databaseUrl(), migrate: true, max: 20 } };
const backend: Backend | undefined = redis ? undefined : createPostgresBackend;

const queue = new Queue(NAME, options, backend);
const worker = new Worker(NAME, async () => undefined, { ...options, concurrency: 200 }, backend);
for (const emitter of [queue, worker]) emitter.on('error', (error) => console.error(error));
await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);

const ids = Array.from({ length: Number(process.env['COUNT']) }, (_, index) => `item ${index}`).values();
const createSchedulers = async (): Promise<void> => {
  for (const id of ids) await queue.upsertJobScheduler(id, { pattern: '* * * * *' }, { name: 'nothing' });
};
await Promise.all(Array.from({ length: WIDTH }, createSchedulers));

serve({ answer: async () => undefined, stop: () => Promise.all([worker.close(), queue.close()]) });
