/** The JSON of executions in the history. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import type { HistoryRow } from './detail-rows.ts';

type Json = Schema<'HistoricExecution'>;

/** The version of every plan, as in records of the published product. */
const PLAN_VERSION = '1.0';

/**
 * Converts a row to HistoricExecution; unknown values are left out.
 * @rule execution-history.search.people
 * @rule execution-history.search.record
 */
export function toHistoryJson(row: HistoryRow): Json {
  const isPlan = row.task_id === null;
  const isManual = row.execution_type === 'MANUAL';
  // For a deleted account, only the id is known.
  const account = row.user_type === 'SERVICE' ? row.account_id : (row.login ?? row.account_id);
  const name = row.real_name ?? row.login ?? '';
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    type: isPlan ? 'PLAN' : typeOf(row.artifact_type),
    version: isPlan ? PLAN_VERSION : `0.${row.task_version}`,
    triggerType: row.execution_type,
    operatorName: isManual ? name : '',
    author: account,
    authorName: name,
    authorType: row.user_type,
    environmentId: row.environment_id,
    workspaceId: row.workspace_id,
    ...(isManual && { operator: account, operatorType: row.user_type }),
    ...presentFields({
      triggerTime: row.triggered_at.getTime(),
      runStartTime: row.started_at?.getTime(),
      runEndTime: row.finished_at?.getTime(),
      executeDurationMs: row.started_at && row.finished_at ? row.finished_at.getTime() - row.started_at.getTime() : undefined,
      attempts: row.attempts,
      taskId: row.task_id,
      planId: row.plan_id,
      planExecutionId: row.plan_execution_id,
      planName: row.plan_name,
      artifactId: row.artifact_id,
      artifactName: row.artifact_name,
      artifactVersion: row.artifact_version,
      artifactWorkspaceId: row.artifact_workspace_id,
      destination: row.runtime_type,
      clusterId: row.cluster_id,
      clusterName: row.cluster_name,
      engineId: row.engine_id,
      engineName: row.engine_name,
      engineVersion: row.engine_version,
      runProfileId: row.run_profile_id,
      runProfileName: row.run_profile_name,
      errorMessage: row.error_message,
      misfiredReason: row.misfired_reason,
      logLevel: row.log_level === 'OFF' ? undefined : row.log_level,
      tags: row.tags,
      numberOfRejectedRows: row.rejected_rows,
      apiVersion: row.api_version,
      failedStepName: row.failed_step,
      rerunPlanExecutionId: row.rerun_of,
      parentPlanExecutionId: row.parent_id,
    }),
  };
}

const typeOf = (artifactType: string | null): Json['type'] => (artifactType ?? 'standard').toUpperCase() as Json['type'];
