/** Everything that runs by itself: what the features name, and what belongs to core. `docs/background-work.md` shows it. */
import { features } from './api.ts';
import { watchClock } from './core/background/database-clock.ts';
import { jobWorkerCheck, type Job, type Timer, type TimerFacts } from './core/background/jobs.ts';
import { presenceRenewal } from './core/background/presence.ts';
import { maintainAllPartitions, type PartitionedTable } from './core/database/partitions.ts';
import { sendingRounds } from './features/events/webhook-sender/index.ts';
import { exchangeCallsTimer } from './identity/rate-counts.ts';
import { rotateSigningKeys } from './identity/signing-keys.ts';

/** Tables with partitions that are dropped as a whole when they are older than the history, or than their own number of days. */
export const partitioned: readonly PartitionedTable[] = features.flatMap((feature) => feature.partitioned ?? []);

const keepPartitions: Timer = {
  name: 'keep-partitions',
  milliseconds: 3_600_000,
  does: 'creates the partitions of the next days and months, and drops those that are older than the history, or than 7 days for events and deliveries',
  run: ({ db, settings: { limits }, log }) => maintainAllPartitions(db, log, partitioned, limits.historyDays),
};

const rotateSigningKeysTimer: Timer = {
  name: 'rotate-signing-keys',
  milliseconds: 3_600_000,
  does: 'adds the next key for signing tokens every 30 days, and removes keys whose tokens have expired',
  run: ({ db, secrets, identity: { tokenAlgorithm } }) => db.transaction((tx) => rotateSigningKeys(tx, secrets, tokenAlgorithm)),
};

/** The jobs. */
export const jobs: readonly Job[] = features.flatMap((feature) => feature.jobs ?? []);

/** The timers of each process that runs jobs. */
export const timers: readonly Timer[] = [
  ...features.flatMap((feature) => feature.timers ?? []),
  watchClock,
  keepPartitions,
  rotateSigningKeysTimer,
];

/** The timers of each process that serves the API, which store what the process has gathered from its calls. */
export const buffers: readonly Timer[] = [...features.flatMap((feature) => feature.buffers ?? []), exchangeCallsTimer];

/** Work that is repeated by an object of its process; `server.ts` starts these objects. */
export const repeatedByObjects: readonly TimerFacts[] = [jobWorkerCheck, sendingRounds, presenceRenewal];
