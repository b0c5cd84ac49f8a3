/** The only ways to a plan. */
import type { Right } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { notFound } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight, visibleScope, type ListScope } from '../../security/workspace-permissions/index.ts';
import { lacksRight } from '../workspaces/index.ts';
import { planColumns, planDetails, type PlanRow } from './json.ts';

/** Which plans `p` in workspaces `w` the actor may see. */
export const visiblePlans = (actor: Actor): Sql => sql`p.tenant_id = ${actor.tenant} and ${holdsRight(actor, 'VIEW')}`;

/**
 * Which plans `p` a list shows.
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
  if (!row) throw notFound('Plan', id);
  return row;
}

/** A plan that is about to be changed. */
export type LockedPlan = { id: string; workspace_id: string; environment_id: string; paused: boolean };

/**
 * Locks a plan on whose workspace the actor holds a right; the workspace first, as whoever deletes it does.
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
  if (!row) throw notFound('Plan', id);
  if (!row.held) throw lacksRight(right);
  return row;
}

/** Which of the plans an error handler in an environment may name; none of them is deleted before the transaction ends. */
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
 * Lets one replacement of the tenant at a time name plans in error handlers: of two at once, neither would see the circle that they close together.
 * Asked for before any plan is locked, so that nobody waits here with what another one needs.
 */
export const waitForTurn = (tx: Tx, actor: Actor): Promise<unknown> =>
  tx.rows(sql`
    select id
    from tenant
    where id = ${actor.tenant}
    for no key update`);
