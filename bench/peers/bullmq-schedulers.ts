/** BullMQ with job schedulers of every minute: on the Redis of REDIS_URL, or else on PostgreSQL. Its worker completes each job at once. */
import { openQueue } from './bullmq-store.ts';
import { serve } from './serve.ts';

/** The number of schedulers that are created at a time. */
const WIDTH = 50;

const { queue, close } = await openQueue(async () => undefined, 200);
const ids = Array.from({ length: Number(process.env['COUNT']) }, (_, index) => `item ${index}`).values();
const createSchedulers = async (): Promise<void> => {
  for (const id of ids) await queue.upsertJobScheduler(id, { pattern: '* * * * *' }, { name: 'nothing' });
};
await Promise.all(Array.from({ length: WIDTH }, createSchedulers));

serve({ answer: async () => undefined, stop: close });
