/** BullMQ with job schedulers of every minute, and a worker of the same process, which moves them on. Told a due instant, it says how many ran since. */
import { Queue, Worker } from 'bullmq';
import { serve } from './serve.ts';

const MINUTE = 60_000;
const QUEUE = 'nothing';
const connection = { host: '127.0.0.1', port: Number(process.env['REDIS_PORT']) };
const queue = new Queue(QUEUE, { connection });
const ran = new Map<number, number>();
const worker = new Worker(
  QUEUE,
  async () => {
    const due = Math.floor(Date.now() / MINUTE) * MINUTE;
    ran.set(due, (ran.get(due) ?? 0) + 1);
  },
  { connection, concurrency: 24 },
);
worker.on('error', (error) => console.error(error));
await worker.waitUntilReady();
await Promise.all(
  Array.from({ length: Number(process.env['COUNT']) }, (_, index) =>
    queue.upsertJobScheduler(`scheduler ${index}`, { pattern: '* * * * *' }, { name: QUEUE, opts: { removeOnComplete: true } }),
  ),
);

serve<number>({
  answer: async (due) => ran.get(due) ?? 0,
  stop: async () => {
    await worker.close();
    await queue.close();
  },
});
