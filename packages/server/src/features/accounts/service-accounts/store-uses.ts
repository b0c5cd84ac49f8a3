/** Stores when service accounts were last used, and for which operation. */
import { startTimer, type Timer } from '../../../core/background/jobs.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { updateUses } from './queries.ts';

/**
 * Stores the uses that a process has noted. They are at most half a minute late.
 * @rule service-accounts.use.last
 */
export const storeUsesTimer: Timer = {
  name: 'store-account-uses',
  milliseconds: 30_000,
  run: ({ db, accountUses }) => accountUses.take((uses) => updateUses(db.writer, uses)),
};

/** Stores the uses that this process notes until it is stopped, and the last ones then. */
export function keepAccountUses(platform: Platform): { stop(): Promise<void> } {
  const timer = startTimer(storeUsesTimer, platform);
  return {
    stop: async () => {
      await timer.stop();
      await storeUsesTimer.run(platform).catch(() => undefined);
    },
  };
}
