/** Stores when service accounts were last used, and for which operation. */
import type { Timer } from '../../../core/background/jobs.ts';
import { updateUses } from './queries.ts';

/**
 * Stores the uses that a process has recorded. They are at most half a minute late.
 * @rule service-accounts.use.last
 */
export const storeUsesTimer: Timer = {
  name: 'store-account-uses',
  milliseconds: 30_000,
  does: 'stores the last uses of service accounts',
  run: ({ db, accountUses }) => accountUses.flush((uses) => updateUses(db.writer, uses)),
};
