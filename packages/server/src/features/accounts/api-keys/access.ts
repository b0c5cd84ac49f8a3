/** Finds and locks the API keys that a caller sees or changes; each statement checks the tenant. */
import { found, notFound } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleUsers } from '../users/index.ts';

/**
 * Builds the condition for the keys `k` of the accounts `u` that a caller sees: its own keys, and for a manager of users the keys of all people.
 * @rule api-keys.all.own
 */
export const visibleKeys = (actor: Actor): Sql =>
  actor.permissions.has('SVC_USER_MANAGEMENT')
    ? sql`(k.account_id = ${actor.id} or ${visibleUsers(actor)})`
    : sql`k.account_id = ${actor.id}`;

/** Locks a key that the caller sees and will revoke. */
export const lockKey = (tx: Tx, actor: Actor, id: string): Promise<{ id: string; account_id: string }> => lock(tx, id, visibleKeys(actor));

/**
 * Locks a key of the caller for a change.
 * @rule api-keys.change.own
 */
export const lockOwnKey = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => lock(tx, id, sql`k.account_id = ${actor.id}`);

async function lock(tx: Tx, id: string, where: Sql): Promise<{ id: string; account_id: string }> {
  const row = await tx.one<{ id: string; account_id: string }>(sql`
    select k.id, k.account_id
    from personal_access_token k
    join account u on u.id = k.account_id
    where k.id = ${id}
      and ${where}
    for update of k`);
  return found(row, 'API key', id);
}

/** Requires that the tenant of a path is the tenant of the caller. */
export function requireTenantOf(actor: Actor, id: string): void {
  if (id.toLowerCase() !== actor.tenant) throw notFound('Tenant', id);
}
