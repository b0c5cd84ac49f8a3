// run: waiting because its connections stay silent for seconds
/** Tests the end of a queue with silent connections. An unhandled rejection fails these tests, because it would end the process. */
import { after, test } from 'node:test';
import { createDatabase } from '../../../test/support/database.ts';
import { startDatabaseGate } from '../../../test/support/database-gate.ts';
import { Database } from '../database/db.ts';
import { startBackground } from './jobs.ts';
import { createLog } from '../observability/log.ts';
import { Metrics } from '../observability/metrics.ts';
import type { Platform } from '../platform/platform.ts';
import { timerMetrics, TimerWatch } from '../observability/process-metrics.ts';
import { Wakeups } from '../events/wakeups.ts';

const database = await createDatabase();
const gate = await startDatabaseGate(database.url);
const db = new Database({ url: gate.url, onError: () => undefined });
const metrics = new Metrics(timerMetrics);
const platform = {
  db,
  log: createLog('silent'),
  wakeups: new Wakeups(),
  metrics,
  process: { timers: new TimerWatch(metrics, 30) },
} as unknown as Platform;
after(async () => {
  await gate.close();
  await db.close();
  await database.drop();
});

test('a queue that is stopped before its LISTEN was answered ends when its connections are lost', { timeout: 60_000 }, async () => {
  const shut = gate.shutAt('LISTEN "jobs:insert"');
  const background = startBackground(gate.url, [], [], platform);
  await shut;
  // The library begins to stop after its start has ended; both wait for answers that do not arrive.
  const ended = (await background).stop();
  gate.forget();
  gate.open();
  await ended;
});
