/** Refused sign-ins. */
import type { Database } from '../../../core/database/db.ts';
import type { RateLimiter } from '../../../core/base/rate-limiter.ts';
import type { ChangeFacts } from '../../../core/http/changes.ts';
import type { PageCall } from '../../../core/http/page.ts';
import { entryBy } from './entry.ts';
import { entryOfPage, type PageFacts, type RecordedPage } from './page-entries.ts';
import { insertEntries, selectPeopleOfSignIn, selectSignInAuthor } from './queries.ts';

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

/**
 * Records a refused sign-in on the pages for people, in the tenant of each person that it names. An unknown login is not stored:
 * people type passwords into that field.
 */
export async function recordRefusedLogin(
  call: PageCall,
  page: RecordedPage,
  named: { login: string } | { account: string | undefined },
  facts: Partial<PageFacts> = {},
): Promise<void> {
  const { db, rateLimiter, client } = call;
  if (rateLimiter.take(`refused sign-in ${client.address}`, RECORDED_PER_MINUTE) !== undefined) return;
  await db.transaction(async (tx) => {
    const people = await selectPeopleOfSignIn(tx, named);
    const unknown = people.length > 0 ? undefined : await selectSignInAuthor(tx, undefined);
    const authors = [...people, ...(unknown ? [unknown] : [])];
    await tx.rows(
      insertEntries(authors.map((one) => entryOfPage(call, { ...one, id: one.id ?? undefined }, { page, status: 403, ...facts }))),
    );
  });
}
