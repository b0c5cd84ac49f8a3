/** The statements about tenants. Each one that finds or locks a tenant checks that it is the tenant of the actor. */
import { requireFound } from '../../../core/base/problem.ts';
import { sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';

/** The row of a tenant. */
export type TenantRow = { id: string; name: string; created_at: Date };

/**
 * Finds the tenant of the actor by its id.
 * @rule tenants.all.own
 */
export async function findTenant(tx: Tx, actor: Actor, id: string, lock: Sql = sql``): Promise<TenantRow> {
  const row = await tx.one<TenantRow>(sql`
    select t.id, t.name, t.created_at
    from tenant t
    where t.id = ${id}
      and t.id = ${actor.tenant}
    ${lock}`);
  return requireFound(row, 'Tenant', id);
}

/** Locks the tenant of the actor for a change. */
export const lockOwnTenant = (tx: Tx, actor: Actor, id: string): Promise<TenantRow> => findTenant(tx, actor, id, sql`for no key update`);

/** Adds a tenant. */
export const insertTenant = (tx: Tx, tenant: { id: string; name: string }): Promise<unknown> =>
  tx.rows(sql`
    insert into tenant (id, name)
    values (${tenant.id}, ${tenant.name})`);

/** Changes the name of a tenant. */
export const updateTenant = (tx: Tx, id: string, name: string): Promise<unknown> =>
  tx.rows(sql`
    update tenant
    set name = ${name}
    where id = ${id}`);
