/** Finds accounts; each statement checks the tenant. */
import type { Tx } from '../../../core/database/db.ts';
import { found, invalid, notFound } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { userColumns, type UserRow } from './json.ts';

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
      and lower(login) = lower(${login})
      and active`);
  if (!account)
    throw invalid('owner_unknown', `No active user has the login '${login.slice(0, 100)}': choose the login of an active user.`);
  return account;
}

/** Locks the actor's tenant, so that changes that depend on each other run one after the other. */
export const lockTenant = (tx: Tx, actor: Pick<Actor, 'tenant'>): Promise<unknown> =>
  tx.rows(sql`
    select id
    from tenant
    where id = ${actor.tenant}
    for no key update`);

/**
 * Builds the condition for the users `u` that a list shows.
 * @rule users.all.people
 */
export const visibleUsers = (actor: Pick<Actor, 'tenant'>): Sql => sql`u.tenant_id = ${actor.tenant} and u.user_type = 'HUMAN'`;

const select = (actor: Pick<Actor, 'tenant'>, id: string): Sql => sql`
  select ${userColumns}
  from account u
  where u.id = ${id}
    and ${visibleUsers(actor)}`;

/** Finds a user of the actor's tenant. */
export const findUser = async (tx: Tx, actor: Actor, id: string): Promise<UserRow> =>
  found(await tx.one<UserRow>(select(actor, id)), 'User', id);

/**
 * Locks the actor's tenant and then a user of it, so that the user, its roles and the other users do not change until the transaction ends. Each change
 * of roles of users, of active users or of the number of users begins with this lock.
 */
export async function lockUser(tx: Tx, actor: Pick<Actor, 'tenant'>, id: string): Promise<UserRow> {
  await lockTenant(tx, actor);
  return found(await tx.one<UserRow>(sql`${select(actor, id)} for update`), 'User', id);
}

/**
 * Finds users of the actor's tenant, each once, and prevents their deletion until the transaction ends.
 * @rule groups.members.tenant
 */
export async function holdUsers(tx: Tx, actor: Actor, ids: readonly string[]): Promise<{ id: string }[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select u.id
    from account u
    where u.id = any (${[...ids]}::uuid[])
      and ${visibleUsers(actor)}
    order by u.id
    for key share`);
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !found.has(id.toLowerCase()));
  if (missing !== undefined) throw notFound('User', missing);
  return rows;
}
