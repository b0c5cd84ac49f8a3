/** The statements that move a plan execution or one of its steps, and the events of plan executions. Callers of moves have locked the plan executions. */
import type { EventTypeName } from '@millrace/contract/event-types';
import { json, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { namedSteps } from '../../../core/database/named-steps.ts';
import { anyWaitsFor, momentText, raisedFrom } from '../../events/outbox/index.ts';
import type { CopiedPlans, CopiedStep } from './plan-rows.ts';
import { type PlanExecutionState, type StepStatus, SUCCEEDED } from './states.ts';

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

/** Ends the plan executions that have a status; for the others, which end later, stores their error messages. Raises the events of those that end. */
export function storeEnds(
  tx: Tx,
  ends: readonly { id: string; status?: PlanExecutionState | undefined; message?: string | undefined }[],
): Promise<unknown> {
  const steps = {
    ended: sql`
      update plan_execution p
      set status = coalesce(n.status, p.status),
          error_message = coalesce(n.message, p.error_message),
          finished_at = case when n.status is not null then ${noEarlier} end
      from json_to_recordset(${json(ends)}::json) as n (id uuid, status text, message text)
      where p.id = n.id
      returning ${planEndColumns(sql`p`)}`,
  };
  return tx.rows(namedSteps(steps, raisedPlanEnds(sql`ended`)));
}

/**
 * Marks plan executions as to be ended, and locks them, so that none starts anything more; returns those that have not ended. `all`: any of them. The
 * first request is kept with its account; that of a restore has none.
 * @rule plan-executions.end.account
 */
export const requestEnds = (tx: Tx, account: string | null, ids: readonly string[] | 'all'): Promise<{ id: string }[]> =>
  tx.rows(sql`
    update plan_execution
    set ending_at = coalesce(ending_at, now()),
        ending_by = case when ending_at is null then ${account}::uuid else ending_by end
    where ${ids === 'all' ? sql`true` : sql`id = any (${[...ids]})`}
      and finished_at is null
    returning id`);

/** The unfinished task executions and plan executions of the current steps of plan executions. */
export const selectRunning = (tx: Tx, ids: readonly string[]): Promise<{ id: string; is_plan: boolean }[]> =>
  tx.rows(sql`
    select l.execution_id as id, false as is_plan
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

const STARTED = 'com.service.v1.plan.run.started' satisfies EventTypeName;
const FINISHED = 'com.service.v1.plan.run.finished' satisfies EventTypeName;
const MISFIRED = 'com.service.v1.plan.run.misfired' satisfies EventTypeName;

/** The columns of the plan execution `row` that a statement returns for its events. */
export const planEndColumns = (row: Sql): Sql => sql`
  ${row}.id, ${row}.tenant_id, ${row}.environment_id, ${row}.workspace_id, ${row}.plan_id, ${row}.plan_name, ${row}.account_id, ${row}.status,
  ${row}.misfired_reason, ${row}.error_message, ${row}.started_at, ${row}.finished_at`;

/** The fields that all events of a plan execution `e` have. */
const common: Sql = sql`
  'executionId', e.id, 'planId', e.plan_id, 'planName', e.plan_name, 'environmentId', e.environment_id, 'workspaceId', e.workspace_id`;

/** The owner of an event is the account in whose name the plan execution runs. */
const raised = (rows: Sql): Sql =>
  raisedFrom(
    sql`
      select e.tenant_id, n.type, e.workspace_id as space_id, e.plan_id::text as resource_id, e.account_id as owner_id, null::uuid as actor_id,
             n.data, n.place
      ${rows}`,
    sql`order by r.place`,
  );

/**
 * Builds the part of a statement that raises the events of plan executions that begin.
 * @rule events.plan-runs.started
 */
export const raisedPlanStarts = (started: Sql): Sql =>
  raised(sql`
    from ${started} e
    cross join lateral (
      select 0 as place, ${STARTED}::text as type, jsonb_build_object(${common}, 'startedAt', ${momentText(sql`e.started_at`)}) as data) n
    where ${anyWaitsFor([STARTED])}`);

/**
 * Builds the part of a statement that raises the events of plan executions that have ended. Rows that have not ended raise none.
 * @rule events.plan-runs.finished
 * @rule events.plan-runs.misfired
 */
export const raisedPlanEnds = (ended: Sql): Sql =>
  raised(sql`
    from ${ended} e
    cross join lateral (
      select 0 as place, ${MISFIRED}::text as type,
             jsonb_build_object(${common}, 'reason', e.misfired_reason, 'errorMessage', e.error_message, 'misfiredAt', ${momentText(sql`e.finished_at`)}) as data
      where e.misfired_reason is not null
      union all
      select 1, ${FINISHED},
             jsonb_build_object(
               ${common}, 'status', case e.status when 'EXECUTION_SUCCESS' then 'ok' else 'error' end, 'executionStatus', e.status,
               'startedAt', ${momentText(sql`e.started_at`)}, 'finishedAt', ${momentText(sql`e.finished_at`)}, 'errorMessage', e.error_message)
    ) n
    where e.finished_at is not null
      and ${anyWaitsFor([MISFIRED, FINISHED])}`);
