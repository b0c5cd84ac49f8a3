/** Removes expired rows: codes, grants with their refresh tokens, used assertions and revoked access tokens. */
import type { Timer } from '../../../core/background/jobs.ts';
import { removeEnded } from './retention-queries.ts';

/** Rows that one statement removes; larger batches would hold locks for too long. */
const AT_ONCE = 10_000;

/**
 * Removes expired rows in batches, until none is left.
 * @rule oauth.retention.ended
 */
export const removeEndedOauth: Timer = {
  name: 'remove-ended-oauth',
  milliseconds: 60_000,
  does: 'removes ended grants, codes, used assertions and revoked tokens of OAuth',
  async run({ db }) {
    for (const remove of removeEnded) while ((await remove(db.writer, AT_ONCE)).length === AT_ONCE);
  },
};
