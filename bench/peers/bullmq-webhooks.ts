/** BullMQ that delivers webhooks by `fetch`: on the Redis of REDIS_URL, or else on PostgreSQL. A job is one delivery, and its end is its record. */
import { createHmac } from 'node:crypto';
import { openQueue } from './bullmq-store.ts';
import { serve } from './serve.ts';

/** Deliveries to add as jobs. */
export type Deliveries = readonly { url: string; body: string }[];

const WIDTH = 200;
const TIMEOUT = 15_000;
const SECRET = 'a-secret-of-thirty-two-characters';

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

const { queue, close } = await openQueue<Deliveries[number]>((job) => deliver(job.data), WIDTH);
const addJobs = async (deliveries: Deliveries): Promise<void> =>
  void (await queue.addBulk(
    deliveries.map((data) => ({ name: 'deliver', data, opts: { attempts: 10, backoff: { type: 'exponential', delay: 5000 } } })),
  ));

serve<Deliveries>({ answer: addJobs, stop: close });
