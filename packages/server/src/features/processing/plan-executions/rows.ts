/** The rows of plan executions and their steps. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { PlanExecutionState, StepStatus } from './states.ts';

/** The row of a plan execution. */
export type PlanExecutionRow = {
  id: string;
  plan_id: string;
  execution_type: Schema<'ExecutionType'>;
  api_version: string | null;
  account_id: string;
  user_type: Schema<'UserType'>;
  status: PlanExecutionState;
  misfired_reason: Schema<'MisfiredPlanReason'> | null;
  error_message: string | null;
  started_at: Date;
  finished_at: Date | null;
  planned_count: number;
  done_count: number;
};

/** The columns of `PlanExecutionRow` except the last, for statements that call the table `x`. */
export const ownColumns: Sql = sql`
  x.id, x.plan_id, x.execution_type, x.api_version, x.account_id, x.user_type, x.status, x.misfired_reason, x.error_message, x.started_at,
  x.finished_at, x.planned_count`;

/**
 * The number of ended tasks of its steps, without those of error handlers.
 * @rule plan-executions.get.counts
 * @rule task-executions.retry.plan
 */
export const doneCount = (execution: Sql): Sql => sql`
  (select count(*)
   from plan_step_execution s
   join task_execution e on e.plan_step_execution_id = s.id
   where s.plan_execution_id = ${execution}
     and not s.on_failure
     and e.outcome is not null
     and e.retried_as is null)`;

/** The columns of `PlanExecutionRow`, for statements that call the table `x`. */
export const planExecutionColumns: Sql = sql`${ownColumns}, ${doneCount(sql`x.id`)} as done_count`;

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
export const stepColumns: Sql = sql`
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
