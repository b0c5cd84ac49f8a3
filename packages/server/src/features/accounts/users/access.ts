/** Finds accounts; each statement checks the tenant. */
import type { Tx } from '../../../core/database/db.ts';
import { found, invalid, notFound } from '../../../core/base/problem.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';

/**
 * Finds the account of a new owner: the active account with the login, or the caller if no login is given.
 * @rule environments.create.owner
 * @rule workspaces.create.owner
 */
export async function findOwner(tx: Tx, actor: Actor, login: string | null | undefined): Promise<{ id: string }> {
  if (login === null || login === undefined) return { id: actor.id };
  const account = await tx.one<{ id: string }>(sql`
    select id
    from account
    where tenant_id = ${actor.tenant}
      and login = ${login}
      and active`);
  if (!account)
    throw invalid('owner_unknown', `No active user has the login '${login.slice(0, 100)}': choose the login of an active user.`);
  return account;
}

/** Locks the actor's tenant, so that changes which must see each other happen one after the other. */
export const lockTenant = (tx: Tx, actor: Actor): Promise<unknown> =>
  tx.rows(sql`
    select id
    from tenant
    where id = ${actor.tenant}
    for no key update`);

/** Finds a user of the actor's tenant. */
export async function findUser(tx: Tx, actor: Actor, id: string): Promise<{ id: string }> {
  const row = await tx.one<{ id: string }>(sql`
    select id
    from account
    where id = ${id}
      and tenant_id = ${actor.tenant}
      and user_type = 'HUMAN'`);
  return found(row, 'User', id);
}

/**
 * Finds users of the actor's tenant, each once, and prevents their deletion until the transaction ends.
 * @rule groups.members.tenant
 */
export async function holdUsers(tx: Tx, actor: Actor, ids: readonly string[]): Promise<{ id: string }[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id
    from account
    where id = any (${[...ids]}::uuid[])
      and tenant_id = ${actor.tenant}
      and user_type = 'HUMAN'
    order by id
    for key share`);
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !found.has(id.toLowerCase()));
  if (missing !== undefined) throw notFound('User', missing);
  return rows;
}
