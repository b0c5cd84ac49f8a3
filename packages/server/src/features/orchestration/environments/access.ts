/** The only ways to an environment. */
import type { Tx } from '../../../core/database/db.ts';
import { notFound } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';

/** Whether the actor manages environments or engines of the whole tenant. */
export const managesTenant = (actor: Actor): boolean =>
  actor.permissions.has('SVC_ENVIRONMENT_MANAGEMENT') || actor.permissions.has('SVC_CLUSTER_MANAGEMENT');

/**
 * Which environments `e` a list shows: all for those who manage them, otherwise those in which the actor holds a right on a workspace.
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
export async function lockEnvironment(tx: Tx, actor: Actor, id: string): Promise<{ id: string }> {
  const environment = await tx.one<{ id: string }>(sql`
    select e.id
    from environment e
    where e.id = ${id}
      and e.tenant_id = ${actor.tenant}
    for update`);
  if (!environment) throw notFound('Environment', id);
  return environment;
}

/** Keeps an environment of the actor's tenant from being deleted while something is added to it. */
export async function holdEnvironment(tx: Tx, actor: Actor, id: string): Promise<{ id: string }> {
  const environment = await tx.one<{ id: string }>(sql`
    select e.id
    from environment e
    where e.id = ${id}
      and e.tenant_id = ${actor.tenant}
    for key share`);
  if (!environment) throw notFound('Environment', id);
  return environment;
}
