/** BullMQ that delivers webhooks by `fetch`: on the Redis of REDIS_URL, or else on PostgreSQL. A job is one delivery, and its end is its record. */
import { createHmac } from 'node:crypto';
import { createPostgresBackend, Queue, Worker, type Backend, type Options } from 'bullmq';
import { databaseUrl, serve } from './serve.ts';

/** Deliveries to add as jobs. */
export type Deliveries = readonly { url: string; body: string }[];

const NAME = 'bench';
const WIDTH = 200;
const TIMEOUT = 15_000;
const SECRET = 'a-secret-of-thirty-two-characters';

const redis = process.env['REDIS_URL'];
const options: Options = redis
  ? { connection: { url: redis, maxRetriesPerRequest: null } }
  : { connection: { connectionString: databaseUrl(), migrate: true, max: 20 } };
const backend: Backend | undefined = redis ? undefined : createPostgresBackend;

async function deliver({ url, body }: Deliveries[number]): Promise<number> {
  const signature = createHmac('sha256', SECRET).update(body).digest('hex');
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'service-signature': signature },
    signal: AbortSignal.timeout(TIMEOUT),
  });
  await response.text();
  if (!response.ok) throw new Error(`answered ${response.status}`);
  return response.status;
}

const queue = new Queue(NAME, options, backend);
const worker = new Worker(
  NAME,
  async (job: { data: Deliveries[number] }) => deliver(job.data),
  { ...options, concurrency: WIDTH },
  backend,
);
for (const emitter of [queue, worker]) emitter.on('error', (error) => console.error(error));
await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);

serve<Deliveries>({
  answer: (deliveries) =>
    queue.addBulk(
      deliveries.map((data) => ({ name: 'deliver', data, opts: { attempts: 10, backoff: { type: 'exponential', delay: 5000 } } })),
    ),
  stop: () => Promise.all([worker.close(), queue.close()]),
});
