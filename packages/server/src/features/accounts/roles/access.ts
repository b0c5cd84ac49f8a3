/** Finds, locks and holds roles; each statement checks the tenant. */
import type { Tx } from '../../../core/database/db.ts';
import { found, notFound } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { roleColumns, type RoleRow } from './json.ts';

/** Builds the condition for the roles `r` that a list shows. */
export const visibleRoles = (actor: Pick<Actor, 'tenant'>): Sql => sql`r.tenant_id = ${actor.tenant}`;

/** Builds the condition that the role `r` is the one of administrators. */
export const isAdministratorRole: Sql = sql`r.built_in and r.name = 'TenantAdmin'`;

/** Finds a role of the actor's tenant. */
export const findRole = (tx: Tx, actor: Actor, id: string): Promise<RoleRow> => find(tx, actor, id);

/** Locks a role of the actor's tenant for a change. */
export const lockRole = (tx: Tx, actor: Actor, id: string): Promise<RoleRow> => find(tx, actor, id, sql`for update`);

async function find(tx: Tx, actor: Actor, id: string, lock: Sql = sql``): Promise<RoleRow> {
  const row = await tx.one<RoleRow>(sql`
    select ${roleColumns}
    from role r
    where r.id = ${id}
      and ${visibleRoles(actor)}
    ${lock}`);
  return found(row, 'Role', id);
}

/** Finds the ids of roles of the actor's tenant by their names. */
export async function findRoleIds(tx: Tx, actor: Actor, names: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string; name: string }>(sql`
    select r.id, r.name
    from role r
    where r.name = any (${[...names]}::text[])
      and ${visibleRoles(actor)}`);
  return names.map(
    (name) =>
      found(
        rows.find((row) => row.name === name),
        'Role',
        name,
      ).id,
  );
}

/**
 * Finds roles of the actor's tenant, each once, and prevents their deletion until the transaction ends; with `administrator` also the role TenantAdmin.
 * @rule users.roles.tenant
 * @rule groups.roles.tenant
 * @rule users.create.admin
 */
export async function holdRoles(tx: Tx, actor: Pick<Actor, 'tenant'>, ids: readonly string[], administrator = false): Promise<RoleRow[]> {
  const rows = await tx.rows<RoleRow>(sql`
    select ${roleColumns}
    from role r
    where (r.id = any (${[...ids]}::uuid[]) or ${administrator} and ${isAdministratorRole})
      and ${visibleRoles(actor)}
    order by r.id
    for key share`);
  const held = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !held.has(id.toLowerCase()));
  if (missing !== undefined) throw notFound('Role', missing);
  return rows;
}
