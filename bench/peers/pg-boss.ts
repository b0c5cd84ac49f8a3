/**
 * pg-boss with batches of one. A worker looks every 0.5 s at the most often, which would cap 24 workers at 48 jobs/s whatever the machine, so each
 * is told to look again as soon as it has ended a job.
 */
import { PgBoss } from 'pg-boss';
import { inFlight, perSecond } from '../in-flight.ts';
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
    ended.one();
    boss.notifyWorker(id);
  });
  workers.push(id);
}

serve<Jobs>({
  answer: ({ count, width: lanes }) =>
    perSecond(count, async () => {
      const all = ended.expect(count);
      await inFlight(count, lanes, async (index) => {
        await boss.send(QUEUE, {});
        // The first jobs would otherwise wait for the next look of workers that found nothing before.
        if (index < width) boss.notifyWorker(workers[index] ?? '');
      });
      await all;
    }),
  stop: () => boss.stop(),
});
