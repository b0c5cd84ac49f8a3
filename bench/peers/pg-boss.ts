/**
 * pg-boss with batches of one. The shortest polling interval of a worker is 0.5 s, which would limit 24 workers to 48 jobs/s on any machine. So each
 * worker is notified when it has ended a job, and polls at once.
 */
import { PgBoss } from 'pg-boss';
import { inFlight, perSecond } from '../contestant.ts';
import { Countdown, databaseUrl, serve, type Jobs } from './serve.ts';

const QUEUE = 'nothing';
const width = Number(process.env['WIDTH']);
const boss = new PgBoss({ connectionString: databaseUrl(), max: width + 2 });
const ended = new Countdown();
boss.on('error', (error) => console.error(error));
await boss.start();
await boss.createQueue(QUEUE);
const workers: string[] = [];
for (let index = 0; index < width; index += 1) {
  const id = await boss.work(QUEUE, { batchSize: 1, pollingIntervalSeconds: 0.5 }, async () => {
    ended.count();
    boss.notifyWorker(id);
  });
  workers.push(id);
}

serve<Jobs>({
  answer: ({ count, width: concurrency }) =>
    perSecond(count, async () => {
      const all = ended.expect(count);
      await inFlight(count, concurrency, async (index) => {
        await boss.send(QUEUE, {});
        // Without this, the first jobs would wait for the next poll of the idle workers.
        if (index < width) boss.notifyWorker(workers[index] ?? '');
      });
      await all;
    }),
  stop: () => boss.stop(),
});
