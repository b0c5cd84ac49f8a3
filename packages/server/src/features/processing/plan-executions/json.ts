/** The JSON of plan executions and their steps. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import type { PlanExecutionRow, StepRow } from './rows.ts';
import { PLAN_EXECUTION_STATES } from './states.ts';

/** Converts a row to PlanExecutionStatus, as lists show it. */
export const toPlanExecutionJson = (row: PlanExecutionRow): Schema<'PlanExecutionStatus'> => ({
  executionId: row.id,
  startTimestamp: row.started_at.toISOString(),
  finishTimestamp: row.finished_at?.toISOString() ?? null,
  userId: row.account_id,
  userType: row.user_type,
  planId: row.plan_id,
  executionStatus: row.status,
  status: PLAN_EXECUTION_STATES[row.status].short,
  executionType: row.execution_type,
  ...(row.api_version !== null && { apiVersion: row.api_version }),
  plannedExecutableCount: row.planned_count,
  doneExecutableCount: row.done_count,
  ...presentFields({ misfiredExecutionReason: row.misfired_reason, errorMessage: row.error_message }),
});

/** Converts a row to StepExecution. */
export const toStepExecutionJson = (row: StepRow): Schema<'StepExecution'> => ({
  id: row.step_id,
  executionId: row.id,
  startTimestamp: row.started_at.toISOString(),
  finishTimestamp: row.finished_at?.toISOString() ?? null,
  executionStatus: row.status,
});

/** Converts a row to StepExecutionDetails. */
export const toStepExecutionDetails = (
  row: StepRow,
  tasks: readonly Schema<'JobExecutionStatus'>[],
  plans: readonly PlanExecutionRow[],
): Schema<'StepExecutionDetails'> => ({
  ...toStepExecutionJson(row),
  plannedExecutableCount: row.planned_count,
  doneExecutableCount: row.done_count,
  doneTaskExecutableDetails: [...tasks],
  donePlanExecutableDetails: plans.map(toPlanExecutionJson),
});
