/**
 * graphile-worker with its default settings, except for the number of jobs at a time, which is the same for all contestants, and of connections for them;
 * without cron, log and signals. With BATCHES it takes and ends jobs in batches. A question with `batch` adds them so.
 */
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { inFlight, perSecond } from '../contestant.ts';
import { measureStarts, noteOrRun, type StartSeries, type Start } from '../starts.ts';
import { Countdown, databaseUrl, serve, type Jobs } from './serve.ts';

const connectionString = databaseUrl();
const logger = new Logger(() => () => undefined);
const ended = new Countdown();
const utils = await makeWorkerUtils({ connectionString, logger });
await utils.migrate();
const runner = await run({
  connectionString,
  logger,
  concurrency: Number(process.env['WIDTH']),
  maxPoolSize: Number(process.env['WIDTH']) + 2,
  noHandleSignals: true,
  crontab: '',
  ...(process.env['BATCHES'] && { preset: { worker: { localQueue: { size: 500 }, completeJobBatchDelay: 0 } } }),
  taskList: { nothing: async () => undefined, start: (payload) => noteOrRun(payload as Start) },
});
// The event comes when the job is removed from the table, not when its function returns.
runner.events.on('job:complete', () => ended.count());
const addInBatches = async (count: number, batch: number): Promise<void> => {
  for (let first = 0; first < count; first += batch)
    await utils.addJobs(Array.from({ length: Math.min(batch, count - first) }, () => ({ identifier: 'nothing', payload: {} })));
};
const startAll = ({ count, width, batch }: Jobs): Promise<number> =>
  perSecond(count, async () => {
    const all = ended.expect(count);
    if (batch === undefined) await inFlight(count, width, () => utils.addJob('nothing', {}));
    else await addInBatches(count, batch);
    await all;
  });

serve<Jobs | StartSeries>({
  answer: async (question) => ('pipe' in question ? measureStarts(question, (start) => utils.addJob('start', start)) : startAll(question)),
  stop: async () => {
    await runner.stop();
    await utils.release();
  },
});
