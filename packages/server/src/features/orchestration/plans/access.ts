/** Finds and locks plans. Each statement checks the tenant and the right. */
import type { Right } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { found } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { lockTenant } from '../../accounts/users/index.ts';
import { holdsRight, visibleScope, type ListScope } from '../../security/workspace-permissions/index.ts';
import { foundWithRight } from '../workspaces/index.ts';
import { planColumns, planDetails, type PlanRow } from './json.ts';

/** Builds the condition that the actor may see the plan `p` of the workspace `w`. */
export const visiblePlans = (actor: Actor): Sql => sql`p.tenant_id = ${actor.tenant} and ${holdsRight(actor, 'VIEW')}`;

/**
 * Builds the condition that a list shows the plan `p`.
 * @rule plans.list.visible
 */
export const listedPlans = async (tx: Tx, actor: Actor, scope: ListScope): Promise<Sql> =>
  (await visibleScope(tx, actor, scope)).of(sql`p`);

/**
 * Finds a plan that the actor may read.
 * @rule plans.get.right
 */
export async function findPlan(tx: Tx, actor: Actor, id: string): Promise<PlanRow> {
  const row = await tx.one<PlanRow>(sql`
    select ${planColumns}, ${planDetails(actor, sql`p`)}
    from plan p
    join workspace w on w.id = p.workspace_id
    where p.id = ${id}
      and ${visiblePlans(actor)}`);
  return found(row, 'Plan', id);
}

/** A locked plan. */
export type LockedPlan = { id: string; workspace_id: string; environment_id: string; paused: boolean };

/**
 * Locks a plan on whose workspace the actor holds a right. Locks the workspace first, as its deletion does.
 * @rule plans.create.right
 */
export async function lockPlan(tx: Tx, actor: Actor, id: string, right: Right): Promise<LockedPlan> {
  const row = await tx.one<LockedPlan & { held: boolean }>(sql`
    select p.id, p.workspace_id, w.environment_id, p.paused_at is not null as paused, ${holdsRight(actor, right)} as held
    from plan p
    join workspace w on w.id = p.workspace_id
    where p.id = ${id}
      and ${visiblePlans(actor)}
    for key share of w
    for update of p`);
  return foundWithRight(row, 'Plan', id, right);
}

/** Returns the plans that an error handler in the environment may name, and prevents their deletion until the transaction ends. */
export const holdErrorHandlerPlans = (tx: Tx, actor: Actor, ids: readonly string[], environment: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    select p.id
    from plan p
    join workspace w on w.id = p.workspace_id
    where p.id = any (${[...ids]}::uuid[])
      and w.environment_id = ${environment}
      and ${visiblePlans(actor)}
    order by w.id, p.id
    for key share of w, p`);

/**
 * Serializes the replacements of a tenant that name plans in error handlers: two concurrent ones would not see the cycle that they create together.
 * Must be called before a plan is locked, because otherwise two replacements could wait for each other.
 */
export const serializeReplacements = (tx: Tx, actor: Actor): Promise<unknown> => lockTenant(tx, actor);
