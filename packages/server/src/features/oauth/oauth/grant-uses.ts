/** Stores the times at which access tokens of grants were last used. */
import type { Timer } from '../../../core/background/jobs.ts';
import { updateGrantUses } from './grant-queries.ts';

/**
 * Stores the uses that a process has recorded. They are at most half a minute late.
 * @rule oauth-tokens.list.last-use
 */
export const storeGrantUses: Timer = {
  name: 'store-grant-uses',
  milliseconds: 30_000,
  does: 'stores the last uses of OAuth grants',
  run: ({ db, grantUses }) => grantUses.flush((uses) => updateGrantUses(db.writer, uses)),
};
