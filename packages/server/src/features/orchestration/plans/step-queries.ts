/** The statements about the steps of plans. */
import type { Tx } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';
import type { ReachedPlan, StepValues } from './rules.ts';

/** Adds the steps of a plan. A step whose id is in `own` keeps it; any other step gets a new id. */
export async function insertSteps(tx: Tx, plan: string, values: readonly StepValues[], own: readonly { id: string }[] = []): Promise<void> {
  const ownIds = new Set(own.map(({ id }) => id));
  const steps = values.map((step, position) => ({ ...step, id: step.id !== null && ownIds.has(step.id) ? step.id : newId(), position }));
  await tx.rows(sql`
    insert into plan_step (id, plan_id, position, name, condition, note)
    select n.id, ${plan}, n.position, n.name, n.condition, n.note
    from jsonb_to_recordset(${json(steps.map(({ id, position, name, condition, note }) => ({ id, position, name, condition, note })))}::jsonb)
      as n (id uuid, position integer, name text, condition text, note text)`);

  const withPositions = (ids: readonly string[], step: string) => ids.map((id, position) => ({ id, step, position }));
  const tasks = steps.flatMap((step) => [
    ...withPositions(step.tasks, step.id).map((task) => ({ ...task, on_failure: false })),
    ...withPositions(step.handlerTasks, step.id).map((task) => ({ ...task, on_failure: true })),
  ]);
  await tx.rows(sql`
    insert into plan_step_task (step_id, on_failure, position, task_id)
    select n.step, n.on_failure, n.position, n.id
    from jsonb_to_recordset(${json(tasks)}::jsonb) as n (step uuid, on_failure boolean, position integer, id uuid)`);

  const plans = steps.flatMap((step) => withPositions(step.handlerPlans, step.id));
  if (plans.length === 0) return;
  await tx.rows(sql`
    insert into plan_step_plan (step_id, position, plan_id)
    select n.step, n.position, n.id
    from jsonb_to_recordset(${json(plans)}::jsonb) as n (step uuid, position integer, id uuid)`);
}

/**
 * Replaces the steps of a plan.
 * @rule plans.replace.steps
 */
export async function replaceSteps(tx: Tx, plan: string, values: readonly StepValues[]): Promise<void> {
  const own = await tx.rows<{ id: string }>(sql`
    delete from plan_step
    where plan_id = ${plan}
    returning id`);
  await insertSteps(tx, plan, values, own);
}

/** Selects plans and all plans that their error handlers lead to. Does not follow the error handlers of the plan that is being changed. */
export const selectReached = (tx: Tx, actor: Actor, ids: readonly string[], changing: string): Promise<ReachedPlan[]> =>
  tx.rows(sql`
    with recursive reached (id) as (
      select unnest(${[...ids]}::uuid[])
      union
      select k.plan_id
      from reached f
      join plan_step s on s.plan_id = f.id
      join plan_step_plan k on k.step_id = s.id
      where f.id <> ${changing}
    )
    select p.id, case when ${holdsRight(actor, 'VIEW')} then p.name end as name,
           array(
             select k.plan_id::text
             from plan_step s
             join plan_step_plan k on k.step_id = s.id
             where s.plan_id = p.id) as handlers
    from reached f
    join plan p on p.id = f.id
    join workspace w on w.id = p.workspace_id`);
