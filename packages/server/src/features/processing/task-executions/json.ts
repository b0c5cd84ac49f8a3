/** The JSON of a task execution: in lists and alone. */
import type { Schema } from '@millrace/contract';
import type { ExecutionRow } from './life-cycle/executions.ts';
import { TASK_EXECUTION_STATES } from './life-cycle/states.ts';

/** The environment version in all executions of this product. */
const ENVIRONMENT_VERSION = '1.3';

/** The version of a task as text. */
export const toTaskVersion = (version: number): string => `0.${version}`;

/**
 * The fields that a list item and a single execution have in common.
 * @rule task-executions.get.times
 * @rule task-executions.start.api-version
 * @rule plan-executions.task.plan
 * @rule task-executions.retry.linked
 */
function shared(row: ExecutionRow) {
  return {
    executionId: row.id,
    executionType: row.execution_type,
    ...(row.plan_execution_id !== null && { planId: row.plan_execution_id }),
    ...(row.api_version !== null && { apiVersion: row.api_version }),
    status: TASK_EXECUTION_STATES[row.status].short,
    executionStatus: row.status,
    // Published models of an execution require a start, also for an execution that has not begun.
    startTimestamp: (row.started_at ?? row.triggered_at).toISOString(),
    triggerTimestamp: row.triggered_at.toISOString(),
    finishTimestamp: row.finished_at?.toISOString() ?? null,
    userId: row.account_id,
    userType: row.user_type,
    ...(row.timeout_minutes !== null && { timeout: row.timeout_minutes }),
    ...(row.error_message !== null && { errorMessage: row.error_message }),
    ...(row.misfired_reason !== null && { misfiredExecutionReason: row.misfired_reason }),
    ...(row.attempts !== null && { attempt: row.attempt }),
    ...(row.first_id !== null && { firstExecutionId: row.first_id }),
    ...(row.retried_as !== null && { nextExecutionId: row.retried_as }),
  };
}

/** Converts a row to TaskExecutionStatus. */
export const toTaskExecutionJson = (row: ExecutionRow): Schema<'TaskExecutionStatus'> => ({
  ...shared(row),
  taskId: row.task_id,
  taskVersion: toTaskVersion(row.task_version),
  runtime: {
    type: row.runtime_type,
    ...(row.wanted_engine_id !== null && { id: row.wanted_engine_id, engineId: row.wanted_engine_id }),
    ...(row.wanted_cluster_id !== null && { id: row.wanted_cluster_id, clusterId: row.wanted_cluster_id }),
    ...(row.run_profile_id !== null && { runProfileId: row.run_profile_id }),
  },
  parallelExecutionAllowed: row.parallel_execution_allowed,
});

/** Converts a row to JobExecutionStatus. */
export const toJobExecutionJson = (row: ExecutionRow): Schema<'JobExecutionStatus'> => ({
  ...shared(row),
  jobId: row.task_id,
  jobVersion: toTaskVersion(row.task_version),
  environmentVersion: ENVIRONMENT_VERSION,
  executionDestination: row.runtime_type,
  ...(row.run_profile_id !== null && { runProfileId: row.run_profile_id }),
  ...(row.engine_runtime_id !== null && { remoteEngineId: row.engine_runtime_id }),
  ...(row.wanted_cluster_id !== null && { remoteEngineClusterId: row.wanted_cluster_id }),
  ...(row.processed_rows !== null && { numberOfProcessedRows: row.processed_rows }),
  ...(row.rejected_rows !== null && { numberOfRejectedRows: row.rejected_rows }),
  accountId: row.tenant_id,
  workspaceId: row.workspace_id,
  ...(row.error_type !== null && { errorType: row.error_type }),
});
