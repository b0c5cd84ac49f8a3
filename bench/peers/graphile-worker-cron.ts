/** graphile-worker with cron items of every minute. No worker runs their jobs, so that the jobs stay and can be counted. */
import { Logger, parseCronItems, run } from 'graphile-worker';
import { databaseUrl, serve } from './serve.ts';

const runner = await run({
  connectionString: databaseUrl(),
  logger: new Logger(() => () => undefined),
  noHandleSignals: true,
  parsedCronItems: parseCronItems(
    Array.from({ length: Number(process.env['COUNT']) }, (_, index) => ({
      task: 'nothing',
      match: '* * * * *',
      identifier: `item ${index}`,
    })),
  ),
  taskList: { another: async () => undefined },
});

serve({ answer: async () => undefined, stop: () => runner.stop() });
