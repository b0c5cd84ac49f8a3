/** The statements about plan executions and their steps. Each that an actor calls checks the tenant and the right. */
import type { Schema } from '@millrace/contract';
import { requireFound } from '../../../core/base/problem.ts';
import { and, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { type Page, pageOf, type PageQuery, selectPage } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { inWorkspace, type ListScope } from '../../security/held/index.ts';
import { endRequestColumns, type EndRequestRow, type ExecutionRow, type Period } from '../task-executions/index.ts';
import { visiblePlan } from './plan-rows.ts';
import { detailOf, type PlanExecutionState, type StepStatus } from './states.ts';

/** The columns that executions of plans and of tasks have in common. */
type CommonColumns = 'id' | 'execution_type' | 'api_version' | 'account_id' | 'user_type' | 'error_message' | 'finished_at';

/** The row of a plan execution. */
export type PlanExecutionRow = Pick<ExecutionRow, CommonColumns> & {
  plan_id: string;
  status: PlanExecutionState;
  misfired_reason: Schema<'MisfiredPlanReason'> | null;
  started_at: Date;
  planned_count: number;
  done_count: number;
};

/**
 * The columns of `PlanExecutionRow`, for statements that call the table `x`. The last one is the number of ended tasks of its steps, without those of
 * error handlers.
 * @rule plan-executions.get.counts
 * @rule task-executions.retry.plan
 */
const planExecutionColumns: Sql = sql`
  x.id, x.plan_id, x.execution_type, x.api_version, x.account_id, x.user_type, x.status, x.misfired_reason, x.error_message, x.started_at,
  x.finished_at, x.planned_count,
  (select count(*)
   from plan_step_execution s
   join task_execution e on e.plan_step_execution_id = s.id
   where s.plan_execution_id = x.id
     and not s.on_failure
     and e.outcome is not null
     and e.retried_as is null) as done_count`;

/** A step of a plan execution that has begun, or its error handler. */
export type StepRow = {
  id: string;
  step_id: string;
  position: number;
  status: StepStatus;
  started_at: Date;
  finished_at: Date | null;
  planned_count: number;
  done_count: number;
};

/** The columns of `StepRow`, for statements that call the table `s`. */
const stepColumns: Sql = sql`
  s.id, s.step_id, s.position, s.status, s.started_at, s.finished_at, s.planned_count, (
    select count(*)
    from task_execution e
    where e.plan_step_execution_id = s.id
      and e.outcome is not null
      and e.retried_as is null) + (
    select count(*)
    from plan_execution c
    where c.parent_step_id = s.id
      and c.finished_at is not null) as done_count`;

const guard = inWorkspace({ noun: 'Plan execution', table: sql`plan_execution`, alias: sql`x` });

/**
 * Builds the condition for the plan executions `x` that a list shows: those of a plan, or of an environment or workspace.
 * @rule plan-executions.list.right
 */
const listedPlanExecutions = async (
  tx: Tx,
  actor: Actor,
  { planId, ...scope }: ListScope & { planId?: string | undefined },
): Promise<Sql> => (planId === undefined ? await guard.listed(tx, actor, scope) : sql`x.plan_id = (${visiblePlan(actor, planId)})`);

/**
 * Finds a plan execution that the actor may read.
 * @rule plan-executions.get.right
 */
export const findPlanExecution = (tx: Tx, actor: Actor, id: string): Promise<PlanExecutionRow & EndRequestRow> =>
  findPlanExecutionColumns(tx, actor, id, sql`${planExecutionColumns}, ${endRequestColumns}`);

/** Finds columns of a plan execution `x` that the actor may read. */
export const findPlanExecutionColumns = <Row>(tx: Tx, actor: Actor, id: string, columns: Sql): Promise<Row> =>
  guard.find<Row>(tx, actor, id, { columns });

/**
 * Locks a plan execution that the actor may end.
 * @rule plan-executions.start.right
 * @rule plan-executions.end.unknown
 */
export const lockPlanExecution = (tx: Tx, actor: Actor, id: string): Promise<{ id: string; environment_id: string }> =>
  guard.lock(tx, actor, id, 'EXECUTE');

/** Finds a step of a plan execution that the actor may read, or the error handler of the step. */
export async function findStep(tx: Tx, actor: Actor, execution: string, step: string, onFailure: boolean): Promise<StepRow> {
  const { id } = await findPlanExecutionColumns<{ id: string }>(tx, actor, execution, sql`x.id`);
  const row = await tx.one<StepRow>(sql`
    select ${stepColumns}
    from plan_step_execution named
    join plan_step_execution s on s.plan_execution_id = named.plan_execution_id and s.position = named.position
    where named.id = ${step}
      and named.plan_execution_id = ${id}
      and not named.on_failure
      and s.on_failure = ${onFailure}`);
  return requireFound(row, onFailure ? 'The started error handler of the step execution' : 'Step execution', step);
}

/** The filters of a list. */
type PlanExecutionFilters = {
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
export const selectEndedHandlerPlans = (tx: Tx, actor: Actor, step: string): Promise<PlanExecutionRow[]> =>
  tx.rows(sql`
    select ${planExecutionColumns}
    from plan_execution x
    join workspace w on w.id = x.workspace_id
    where x.parent_step_id = ${step}
      and x.finished_at is not null
      and ${guard.visible(actor)}
    order by x.id`);

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
