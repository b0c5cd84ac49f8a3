/** Refused sign-ins. */
import { newId } from '../../../core/base/id.ts';
import type { Database } from '../../../core/database/db.ts';
import type { RateLimiter } from '../../../core/base/rate-limiter.ts';
import { storable } from '../../../core/database/sql.ts';
import type { ChangeFacts } from '../../../core/http/changes.ts';
import type { PageCall } from '../../../core/http/page.ts';
import { entryBy, USER_AGENT_CHARACTERS, type NewEntry } from './entry.ts';
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
 * Records a wrong password or a wrong second factor on the pages for people, in the tenant of each person of that login. A login that is that of no
 * person is not stored: people type passwords into that field.
 */
export async function recordRefusedLogin(
  { db, rateLimiter, client, requestId, header }: PageCall,
  url: '/login' | '/login/code',
  named: { login: string } | { account: string },
): Promise<void> {
  if (rateLimiter.take(`refused sign-in ${client.address}`, RECORDED_PER_MINUTE) !== undefined) return;
  await db.transaction(async (tx) => {
    const people = await selectPeopleOfSignIn(tx, named);
    const nobody = people.length > 0 ? undefined : await selectSignInAuthor(tx, undefined);
    const entries = [...people, ...(nobody ? [nobody] : [])].map((author): NewEntry => ({
      id: newId(),
      tenant_id: author.tenant,
      account_id: author.id ?? undefined,
      action: url === '/login' ? 'sign-in.submit-login' : 'sign-in.submit-code',
      login: author.login,
      request_id: requestId,
      client_address: client.address,
      method: 'POST',
      url,
      user_agent: header('user-agent') && storable(header('user-agent') ?? '').slice(0, USER_AGENT_CHARACTERS),
      request_body: undefined,
      status: 403,
      response_body: undefined,
    }));
    await tx.rows(insertEntries(entries));
  });
}
