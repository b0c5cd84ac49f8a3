/** The JSON of components. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import type { ComponentRow, RunRow } from './rows.ts';

/** Converts a row to ComponentMetric. */
export const toComponentJson = (row: ComponentRow): Schema<'ComponentMetric'> => ({
  pid: row.pid,
  connector_type: row.connector_type,
  connector_label: row.connector_label,
  connector_id: row.connector_id,
  component_start_time_seconds: row.started_seconds,
  ...presentFields({
    target_connector_type: row.target_connector_type,
    target_label: row.target_label,
    target_id: row.target_id,
    component_connection_rows_total: row.rows_total,
    component_execution_duration_milliseconds: row.duration_milliseconds,
    stacktrace: row.stacktrace,
  }),
});

/** Converts a row to RawComponentMetric, with the run and the process of the component. */
export const toRawComponentJson = (row: ComponentRow): Schema<'RawComponentMetric'> => ({
  engine_id: row.engine_id ?? '',
  workspace_id: row.workspace_id,
  task_id: row.task_id,
  task_execution_id: row.execution_id,
  process_id: row.process_id,
  job_name: row.job_name,
  father_pid: row.father_pid,
  root_pid: row.root_pid,
  ...toComponentJson(row),
  ...presentFields({
    operator: row.operator,
    operator_type: row.operator_type,
    connection_type: row.connection_type,
    connection_name: row.connection_name,
  }),
});

/** Converts a row to ExecutionComponentMetrics. */
export const toRunJson = (
  row: RunRow,
  processes: Schema<'ProcessMetric'>[],
  metrics: Schema<'ComponentMetricPage'>,
): Schema<'ExecutionComponentMetrics'> => ({
  engine_id: row.engine_id ?? '',
  workspace_id: row.workspace_id,
  task_id: row.task_id,
  task_execution_id: row.id,
  artifact_id: row.artifact_id ?? '',
  artifact_name: row.artifact_name,
  artifact_version: row.artifact_version,
  start_time: row.start_time.toISOString(),
  processes,
  metrics,
  ...presentFields({
    finish_time: row.finished_at?.toISOString(),
    rows_rejected: row.rejected_rows,
    operator: row.operator,
    operator_type: row.operator_type,
  }),
});
