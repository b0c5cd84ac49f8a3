/** The statements that read plan executions and delete old ones. */
import type { Tx } from '../../../core/database/db.ts';
import { pageOf, selectPage, type Page, type PageQuery } from '../../../core/http/paging.ts';
import { and, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { Period } from '../task-executions/index.ts';
import { listedPlanExecutions, visiblePlanExecutions } from './access.ts';
import { planExecutionColumns, stepColumns, type PlanExecutionRow, type StepRow } from './rows.ts';
import { detailOf, SUCCEEDED } from './states.ts';
import type { Schema } from '@millrace/contract';

/** The filters of a list. */
export type PlanExecutionFilters = {
  environmentId?: string | undefined;
  workspaceId?: string | undefined;
  planId?: string | undefined;
  status?: Schema<'PlanStatus'> | undefined;
  period: Period;
};

/**
 * A page of plan executions, newest first.
 * @rule plan-executions.list.order
 * @rule plan-executions.list.status
 * @rule plan-executions.list.window
 */
export async function selectPlanExecutions(
  tx: Tx,
  actor: Actor,
  filters: PlanExecutionFilters,
  page: PageQuery,
): Promise<Page<PlanExecutionRow>> {
  const { status, period } = filters;
  const conditions: Sql[] = [
    await listedPlanExecutions(tx, actor, filters),
    sql`x.started_at >= ${period.from}`,
    sql`x.started_at < ${period.to}`,
  ];
  if (status !== undefined) conditions.push(sql`x.status = ${detailOf(status)}`);
  return selectPage<PlanExecutionRow>(tx, {
    id: sql`x.id`,
    from: sql`plan_execution x`,
    where: and(conditions),
    order: [sql`x.started_at desc, x.id desc`, sql`x.started_at, x.id`],
    columns: planExecutionColumns,
    of: sql`join plan_execution x on x.id = found.id`,
    ...pageOf(page),
  });
}

/** The steps of a plan execution that have begun, in their order, without error handlers. */
export const selectSteps = (tx: Tx, execution: string): Promise<StepRow[]> =>
  tx.rows(sql`
    select ${stepColumns}
    from plan_step_execution s
    where s.plan_execution_id = ${execution}
      and not s.on_failure
    order by s.position`);

/** The plan executions that an error handler has run, that have ended and that the actor may see. */
export const selectEndedOfStep = (tx: Tx, actor: Actor, step: string): Promise<PlanExecutionRow[]> =>
  tx.rows(sql`
    select ${planExecutionColumns}
    from plan_execution x
    join workspace w on w.id = x.workspace_id
    where x.parent_step_id = ${step}
      and x.finished_at is not null
      and ${visiblePlanExecutions(actor)}
    order by x.id`);

/** The tasks of a step execution that have succeeded. */
export const selectSucceeded = (tx: Tx, step: string): Promise<{ task_id: string }[]> =>
  tx.rows(sql`
    select x.task_id
    from task_execution x
    where x.plan_step_execution_id = ${step}
      and x.outcome = any (${[...SUCCEEDED]})`);

/** The number of unfinished plan executions that may still run a task. */
export const countRunsOfTask = (tx: Tx, task: string): Promise<number> => countUnfinished(tx, sql`task_ids @> array[${task}]::uuid[]`);

/** The number of unfinished plan executions of a plan, or whose error handlers may start it. */
export const countRunsOfPlan = (tx: Tx, plan: string): Promise<number> =>
  countUnfinished(tx, sql`(plan_id = ${plan} or handlers ? ${plan})`);

async function countUnfinished(tx: Tx, condition: Sql): Promise<number> {
  const { count } = await tx.only<{ count: number }>(sql`
    select count(*)
    from plan_execution
    where finished_at is null
      and ${condition}`);
  return count;
}

/** Deletes the oldest finished plan executions with ids before the given one, and their steps. */
export const deleteOld = (tx: Tx, before: string, most: number): Promise<{ id: string }[]> =>
  tx.rows(sql`
    delete from plan_execution
    where id in (
      select id
      from plan_execution
      where id < ${before}
        and finished_at is not null
      order by id
      limit ${most}
      for update skip locked)
    returning id`);
