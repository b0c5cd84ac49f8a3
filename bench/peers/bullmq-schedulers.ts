/** BullMQ with job schedulers of every minute: on the Redis of REDIS_URL, else on PostgreSQL. Its worker does nothing with a job. */
import { createPostgresBackend, Queue, Worker, type Backend, type Options } from 'bullmq';
import { databaseUrl, serve } from './serve.ts';

/** How many schedulers are put up at a time. */
const WIDTH = 50;
const NAME = 'bench';

const redis = process.env['REDIS_URL'];
const options: Options = redis
  ? { connection: { url: redis, maxRetriesPerRequest: null } }
  : { connection: { connectionString: databaseUrl(), migrate: true, max: 20 } };
const backend: Backend | undefined = redis ? undefined : createPostgresBackend;

const queue = new Queue(NAME, options, backend);
const worker = new Worker(NAME, async () => undefined, { ...options, concurrency: 200 }, backend);
for (const one of [queue, worker]) one.on('error', (error) => console.error(error));
await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);

const ids = Array.from({ length: Number(process.env['COUNT']) }, (_, index) => `item ${index}`).values();
const putUp = async (): Promise<void> => {
  for (const id of ids) await queue.upsertJobScheduler(id, { pattern: '* * * * *' }, { name: 'nothing' });
};
await Promise.all(Array.from({ length: WIDTH }, putUp));

serve({ answer: async () => undefined, stop: () => Promise.all([worker.close(), queue.close()]) });
