/** The JSON of a task execution: in lists and alone. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
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
    ...presentFields({ planId: row.plan_execution_id, apiVersion: row.api_version }),
    status: TASK_EXECUTION_STATES[row.status].short,
    executionStatus: row.status,
    // Published models of an execution require a start, also for an execution that has not begun.
    startTimestamp: (row.started_at ?? row.triggered_at).toISOString(),
    triggerTimestamp: row.triggered_at.toISOString(),
    finishTimestamp: row.finished_at?.toISOString() ?? null,
    userId: row.account_id,
    userType: row.user_type,
    ...presentFields({ timeout: row.timeout_minutes, errorMessage: row.error_message, misfiredExecutionReason: row.misfired_reason }),
    ...(row.attempts !== null && { attempt: row.attempt }),
    ...presentFields({ firstExecutionId: row.first_id, nextExecutionId: row.retried_as }),
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
  accountId: row.tenant_id,
  workspaceId: row.workspace_id,
  ...presentFields({
    runProfileId: row.run_profile_id,
    remoteEngineId: row.engine_runtime_id,
    remoteEngineClusterId: row.wanted_cluster_id,
    numberOfProcessedRows: row.processed_rows,
    numberOfRejectedRows: row.rejected_rows,
    errorType: row.error_type,
  }),
});
