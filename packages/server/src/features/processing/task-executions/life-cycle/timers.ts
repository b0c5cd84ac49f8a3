/** The timers of task executions. */
import { reachFaultPoint } from '@millrace/wire/fault-points';
import type { Timer } from '../../../../core/background/jobs.ts';
import type { Platform } from '../../../../core/platform/platform.ts';
import { topicsToWake } from './topics.ts';
import { endUnavailable, expireLeases } from './engine-loss.ts';

/** The maximum number of executions that one transaction ends. */
const BATCH = 200;

/** Ends executions whose leases have expired. */
export const expireLeasesTimer: Timer = {
  name: 'expire-leases',
  milliseconds: 2000,
  does: 'ends executions whose engine has stopped answering',
  async run({ db, limits, log, wakeups }: Platform) {
    const ended = await db.transaction(async (tx) => {
      const expired = await expireLeases(tx, limits.leaseSeconds, BATCH);
      if (expired.length > 0) reachFaultPoint('expire.before-commit');
      return expired;
    });
    if (ended.length === 0) return;
    reachFaultPoint('expire.after-commit');
    wakeups.wake(topicsToWake(ended));
    log.warn({ executions: ended.map(({ id }) => id) }, 'executions ended because their engine stopped answering');
  },
};

/** Ends executions that have waited too long for an engine that may run them. */
export const endUnavailableTimer: Timer = {
  name: 'end-unavailable',
  milliseconds: 15_000,
  does: 'ends executions that have waited too long for an engine that may run them',
  async run({ db, limits, log, wakeups }: Platform) {
    const ended = await endUnavailable(db.writer, limits.engineWaitSeconds, BATCH);
    if (ended.length === 0) return;
    wakeups.wake(topicsToWake(ended));
    log.warn({ executions: ended.map(({ id }) => id) }, 'executions ended because no engine that may run them was available');
  },
};
