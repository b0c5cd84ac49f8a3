/** Selects and locks environments; each statement checks the tenant. */
import type { Tx } from '../../../core/database/db.ts';
import { found } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';

/** Returns whether the actor manages environments or engines of the whole tenant. */
export const managesTenant = (actor: Actor): boolean =>
  actor.permissions.has('SVC_ENVIRONMENT_MANAGEMENT') || actor.permissions.has('SVC_CLUSTER_MANAGEMENT');

/**
 * Builds the condition for the environments `e` that a list shows: all if the actor manages them, else those with a workspace that the actor may see.
 * @rule environments.2.all
 * @rule environments.2.operator
 */
export function visibleEnvironments(actor: Actor): Sql {
  const tenant = sql`e.tenant_id = ${actor.tenant}`;
  if (managesTenant(actor)) return tenant;
  return sql`${tenant} and exists (
    select from workspace w
    where w.environment_id = e.id
      and ${holdsRight(actor, 'VIEW')})`;
}

/** Locks an environment of the actor's tenant for a change. */
export const lockEnvironment = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => findLocked(tx, actor, id, sql`for update`);

/** Prevents the deletion of an environment of the actor's tenant until the transaction ends. */
export const holdEnvironment = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => findLocked(tx, actor, id, sql`for key share`);

async function findLocked(tx: Tx, actor: Actor, id: string, lock: Sql): Promise<{ id: string }> {
  const environment = await tx.one<{ id: string }>(sql`
    select e.id
    from environment e
    where e.id = ${id}
      and e.tenant_id = ${actor.tenant}
    ${lock}`);
  return found(environment, 'Environment', id);
}
