/** Refused sign-ins. */
import type { Database } from '../../../core/database/db.ts';
import type { RateLimiter } from '../../../core/base/rate-limiter.ts';
import type { ChangeFacts } from '../../../core/http/changes.ts';
import { entryBy } from './entry.ts';
import { insertEntries, selectSignInAuthor } from './queries.ts';

/** Refused sign-ins of one address that a process records in a minute: an attacker must not fill the log. */
const RECORDED_PER_MINUTE = 60;

/**
 * Records a refused sign-in. `account` is the id that the caller sent, if any.
 * @rule audit-log.sign-in.refused
 * @rule audit-log.sign-in.limit
 */
export async function recordRefusedSignIn(
  { db, rateLimiter }: { db: Database; rateLimiter: RateLimiter },
  facts: ChangeFacts,
  account: string | undefined,
): Promise<void> {
  if (rateLimiter.take(`refused sign-in ${facts.client}`, RECORDED_PER_MINUTE) !== undefined) return;
  await db.transaction(async (tx) => {
    const author = await selectSignInAuthor(tx, account);
    if (author) await tx.rows(insertEntries([entryBy({ ...author, id: author.id ?? undefined }, facts)]));
  });
}
