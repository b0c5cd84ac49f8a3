/** The statements about plans. */
import type { QueryOf } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { pageOf, selectPage, type Page } from '../../../core/http/paging.ts';
import { and, sql, startsWith, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';
import { listedPlans } from './access.ts';
import { planColumns, planDetails, type PlanRow } from './json.ts';
import { raisePlanEvents } from './plan-events.ts';

/** The fields of a plan that a caller may set, without the steps. */
export type PlanValues = { name: string; description: string | null };

/** Adds a plan without steps. */
export async function insertPlan(tx: Tx, id: string, actor: Actor, workspace: string, values: PlanValues): Promise<void> {
  await tx.rows(sql`
    insert into plan (id, tenant_id, workspace_id, name, description, author, author_type)
    values (${id}, ${actor.tenant}, ${workspace}, ${values.name}, ${values.description}, ${actor.login}, ${actor.userType})`);
  await raisePlanEvents(tx, actor, 'created', [id]);
}

/** Changes the name and the description of a plan. */
export async function updatePlan(tx: Tx, actor: EventActor, id: string, values: PlanValues): Promise<void> {
  await tx.rows(sql`
    update plan
    set name = ${values.name},
        description = ${values.description},
        updated_at = now()
    where id = ${id}`);
  await raisePlanEvents(tx, actor, 'updated', [id]);
}

/**
 * Deletes a plan with its steps; the reference of its schedule becomes null.
 * @rule plans.delete.schedule
 */
export async function removePlan(tx: Tx, actor: EventActor, id: string): Promise<void> {
  await raisePlanEvents(tx, actor, 'deleted', [id]);
  await tx.rows(sql`
    delete from plan
    where id = ${id}`);
}

/** Counts the plans whose error handlers name a plan. Also returns the names of those that the actor may see. */
export const selectPlanUses = (tx: Tx, actor: Actor, id: string): Promise<{ plans: number; names: string[] }> =>
  tx.only(sql`
    select count(*) as plans,
           coalesce(array_agg(p.name order by p.name, p.id) filter (where ${holdsRight(actor, 'VIEW')}), '{}') as names
    from plan p
    join workspace w on w.id = p.workspace_id
    where p.id in (
      select s.plan_id
      from plan_step_plan k
      join plan_step s on s.id = k.step_id
      where k.plan_id = ${id})`);

/** Builds the condition that the plan `p` names a task in a step or in an error handler. */
const usesTask = (task: string): Sql => sql`p.id in (
  select s.plan_id
  from plan_step_task k
  join plan_step s on s.id = k.step_id
  where k.task_id = ${task})`;

/**
 * Selects a page of plans, ordered by name.
 * @rule plans.list.name
 * @rule plans.list.task
 * @rule plans.list.plan
 */
export async function selectPlans(tx: Tx, actor: Actor, query: QueryOf<'GET /orchestration/executables/plans'>): Promise<Page<PlanRow>> {
  const conditions: Sql[] = [await listedPlans(tx, actor, query)];
  if (query.taskId !== undefined) conditions.push(usesTask(query.taskId));
  if (query.planId !== undefined) conditions.push(sql`p.id = ${query.planId}`);
  if (query.name !== undefined) conditions.push(startsWith(sql`p.name`, query.name));
  return selectPage<PlanRow>(tx, {
    id: sql`p.id`,
    from: sql`plan p`,
    where: and(conditions),
    order: [sql`p.name, p.id`, sql`p.name desc, p.id desc`],
    columns: sql`${planColumns}, ${planDetails(actor, sql`p`)}`,
    of: sql`join plan p on p.id = found.id`,
    ...pageOf(query),
  });
}
