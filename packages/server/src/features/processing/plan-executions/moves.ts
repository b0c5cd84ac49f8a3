/** The statements that move a plan execution or one of its steps. Their callers have locked the plan executions. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql, type Sql } from '../../../core/database/sql.ts';
import type { CopiedPlans, CopiedStep } from './copy.ts';
import { planEndColumns, raisedPlanEnds } from './plan-run-events.ts';
import { SUCCEEDED, type PlanExecutionState, type StepStatus } from './states.ts';

/** A plan execution that runs nothing at the moment. */
export type OpenRow = {
  id: string;
  tenant_id: string;
  environment_id: string;
  account_id: string;
  user_type: 'HUMAN' | 'SERVICE';
  steps: CopiedStep[];
  handlers: CopiedPlans;
  ending: boolean;
  step_execution_id: string | null;
  position: number | null;
  on_failure: boolean | null;
  planned_count: number | null;
  succeeded: number;
};

/** The condition that the step execution `s` has started something that has not ended. */
const isBusy: Sql = sql`(
  exists (select from live_execution l where l.plan_step_execution_id = s.id)
  or exists (select from plan_execution c where c.parent_step_id = s.id and c.finished_at is null))`;

/**
 * Locks plan executions that run nothing; those that another process has locked are advanced there. The condition is certain only under the lock,
 * so it is checked again. `only` limits it to one plan execution.
 */
export const lockIdle = (tx: Tx, most: number, only: string | null = null): Promise<{ id: string }[]> =>
  tx.rows(sql`
    select p.id
    from plan_execution p
    where p.finished_at is null
      and (${only}::uuid is null or p.id = ${only})
      and not exists (
        select from plan_step_execution s
        where s.plan_execution_id = p.id
          and s.finished_at is null
          and ${isBusy})
    order by p.id
    limit ${most}
    for update of p skip locked`);

/** The plan executions that can move, with their current step. */
export const selectOpen = (tx: Tx, ids: readonly string[]): Promise<OpenRow[]> =>
  tx.rows(sql`
    select p.id, p.tenant_id, p.environment_id, p.account_id, p.user_type, p.steps, p.handlers, p.ending_at is not null as ending,
           s.id as step_execution_id, s.position, s.on_failure, s.planned_count, (
             select count(*)
             from task_execution x
             where x.plan_step_execution_id = s.id
               and x.outcome = any (${[...SUCCEEDED]})) + (
             select count(*)
             from plan_execution c
             where c.parent_step_id = s.id
               and c.status = 'EXECUTION_SUCCESS') as succeeded
    from plan_execution p
    left join plan_step_execution s on s.plan_execution_id = p.id and s.finished_at is null
    where p.id = any (${[...ids]})
      and p.finished_at is null
      and not ${isBusy}
    order by p.id`);

/**
 * The current time for a plan execution `p`; not before its start and the ends of its steps, because the clock may have been set back.
 * @rule plan-executions.times.order
 */
const noEarlier: Sql = sql`
  greatest(now(), p.started_at, (select max(d.finished_at) from plan_step_execution d where d.plan_execution_id = p.id))`;

/** Writes the outcomes of steps. */
export const closeSteps = (tx: Tx, steps: readonly { id: string; status: StepStatus }[]): Promise<unknown> =>
  tx.rows(sql`
    update plan_step_execution s
    set status = n.status,
        finished_at = greatest(now(), s.started_at)
    from json_to_recordset(${json(steps)}::json) as n (id uuid, status text)
    where s.id = n.id`);

/** A step that begins, or its error handler. */
export type BegunStep = {
  id: string;
  plan: string;
  position: number;
  onFailure: boolean;
  step: string;
  name: string;
  condition: string;
  planned: number;
};

/**
 * Starts steps; each starts only once, even if several processes try it at the same moment.
 * @rule plan-executions.run.once
 */
export const beginSteps = (tx: Tx, steps: readonly BegunStep[]): Promise<unknown> =>
  tx.rows(sql`
    insert into plan_step_execution (id, plan_execution_id, position, on_failure, step_id, name, condition, planned_count, started_at)
    select n.id, n.plan, n.position, n."onFailure", n.step, n.name, n.condition, n.planned, ${noEarlier}
    from json_to_recordset(${json(steps)}::json) as n (
      id uuid, plan uuid, position integer, "onFailure" boolean, step uuid, name text, condition text, planned integer)
    join plan_execution p on p.id = n.plan`);

/** Ends the plan executions that have a status; for the others, which end later, stores their error messages. */
export const storeEnds = (
  tx: Tx,
  ends: readonly { id: string; status?: PlanExecutionState | undefined; message?: string | undefined }[],
): Promise<unknown> =>
  tx.rows(sql`
    with ended as (
      update plan_execution p
      set status = coalesce(n.status, p.status),
          error_message = coalesce(n.message, p.error_message),
          finished_at = case when n.status is not null then ${noEarlier} end
      from json_to_recordset(${json(ends)}::json) as n (id uuid, status text, message text)
      where p.id = n.id
      returning ${planEndColumns(sql`p`)}
    )
    ${raisedPlanEnds(sql`ended`)}`);

/** Marks plan executions as to be ended, and locks them; returns those that have not ended. */
export const requestEnds = (tx: Tx, ids: readonly string[]): Promise<{ id: string }[]> =>
  tx.rows(sql`
    update plan_execution
    set ending_at = coalesce(ending_at, now())
    where id = any (${[...ids]})
      and finished_at is null
    returning id`);

/** Marks all unfinished plan executions as to be ended, so that none starts anything more; the timer closes them. */
export const endAllOpen = (tx: Tx): Promise<{ id: string }[]> =>
  tx.rows(sql`
    update plan_execution
    set ending_at = coalesce(ending_at, now())
    where finished_at is null
    returning id`);

/** The unfinished task executions and plan executions of the current steps of plan executions. */
export const selectRunning = (tx: Tx, ids: readonly string[]): Promise<{ id: string; plan: boolean }[]> =>
  tx.rows(sql`
    select l.execution_id as id, false as plan
    from plan_step_execution s
    join live_execution l on l.plan_step_execution_id = s.id
    where s.plan_execution_id = any (${[...ids]})
      and s.finished_at is null
    union all
    select c.id, true
    from plan_step_execution s
    join plan_execution c on c.parent_step_id = s.id
    where s.plan_execution_id = any (${[...ids]})
      and s.finished_at is null
      and c.finished_at is null`);
