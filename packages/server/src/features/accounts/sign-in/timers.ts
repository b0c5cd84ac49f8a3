/** Removes rows of sign-ins that have no effect any more. */
import type { Timer } from '../../../core/background/jobs.ts';
import { removeOldAttempts } from './attempt-queries.ts';
import { removeExpiredLinks } from './link-queries.ts';

/** Removes ended sessions, expired links, full budgets of tries, and old addresses. */
export const forgetSignIns: Timer = {
  name: 'forget-sign-ins',
  milliseconds: 3_600_000,
  does: 'removes ended sessions of people, expired links, and old tries and addresses',
  async run({ db, sessions }) {
    await sessions.removeEnded(db.writer);
    await removeOldAttempts(db.writer);
    await removeExpiredLinks(db.writer);
  },
};
