/** What runs by itself for task executions. */
import { reach } from '@millrace/contract/fault-points';
import type { Timer } from '../../../core/jobs.ts';
import type { Platform } from '../../../core/platform.ts';
import { wakeBecauseOf } from './hints.ts';
import { expireLeases } from './moves.ts';

/** Executions ended in one transaction. */
const BATCH = 200;

/** Ends executions whose engine has stopped answering. */
export const expireLeasesTimer: Timer = {
  name: 'expire-leases',
  milliseconds: 2000,
  async run({ db, limits, log, wakeups }: Platform) {
    const ended = await db.transaction(async (tx) => {
      const expired = await expireLeases(tx, limits.leaseSeconds, BATCH);
      if (expired.length > 0) reach('expire.before-commit');
      return expired;
    });
    if (ended.length === 0) return;
    reach('expire.after-commit');
    wakeups.wake(wakeBecauseOf(ended));
    log.warn({ executions: ended.map(({ id }) => id) }, 'executions ended because their engine stopped answering');
  },
};
