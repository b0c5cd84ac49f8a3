/** The timer of listeners. */
import type { Timer } from '../../../core/background/jobs.ts';
import { removeEndedListeners } from './queries.ts';

/** Removes listeners whose program no longer asks for events, with their subscriptions. */
export const endListeners: Timer = {
  name: 'end-listeners',
  milliseconds: 60_000,
  does: 'removes listeners whose program no longer asks for events',
  run: async ({ db }) => {
    await db.transaction(removeEndedListeners);
  },
};
