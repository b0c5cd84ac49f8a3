/** Converts run configurations of tasks to JSON. */
import type { Schema } from '@millrace/contract';
import { withKeptTimes, type KeptTimes } from '../triggers/index.ts';

/** Fields without effect, which are returned as they were sent. */
export type KeptFields = Pick<Schema<'TaskRunConfig'>, 'remoteRunAsUser' | 'deploymentStrategy' | 'lineage' | 'microservicePort'>;

/** The row of a run configuration. */
export type TaskRunConfigRow = {
  runtime_type: 'CLOUD' | 'REMOTE_ENGINE' | 'REMOTE_ENGINE_CLUSTER';
  engine_id: string | null;
  cluster_id: string | null;
  run_profile_id: string | null;
  parallel_execution_allowed: boolean;
  log_level: Schema<'LogLevel'>;
  timeout_minutes: number | null;
  retry: Schema<'RunRetry'> | null;
  context_name: string | null;
  kept: KeptFields & { trigger?: KeptTimes };
};

/** The answer for a task without a run configuration. The task cannot start before it has one. */
export const UNSET_RUN_CONFIG: TaskRunConfigRow = {
  runtime_type: 'CLOUD',
  engine_id: null,
  cluster_id: null,
  run_profile_id: null,
  parallel_execution_allowed: false,
  log_level: 'WARN',
  timeout_minutes: null,
  retry: null,
  context_name: null,
  kept: {},
};

/** Converts a row to TaskRunConfig. */
export const toRunConfigJson = (
  { kept: { trigger: times, ...kept }, ...row }: TaskRunConfigRow,
  trigger: Schema<'Trigger'>,
): Schema<'TaskRunConfig'> => ({
  ...kept,
  trigger: withKeptTimes(trigger, times),
  runtime: {
    type: row.runtime_type,
    ...(row.engine_id !== null && { id: row.engine_id, engineId: row.engine_id }),
    ...(row.cluster_id !== null && { id: row.cluster_id, clusterId: row.cluster_id }),
    ...(row.run_profile_id !== null && { runProfileId: row.run_profile_id }),
  },
  parallelExecutionAllowed: row.parallel_execution_allowed,
  logLevel: row.log_level,
  ...(row.timeout_minutes !== null && { timeout: row.timeout_minutes }),
  ...(row.retry !== null && { retry: row.retry }),
  ...(row.context_name !== null && { contextName: row.context_name }),
});

/** The row of a run configuration for dynamic engines. */
export type DynamicEngineRunConfigRow = Pick<
  TaskRunConfigRow,
  'parallel_execution_allowed' | 'log_level' | 'timeout_minutes' | 'retry' | 'run_profile_id' | 'context_name'
> & {
  lineage: boolean;
};

/** Converts a row to DynamicEngineRunConfig. */
export const toDynamicEngineRunConfigJson = (
  row: DynamicEngineRunConfigRow,
  trigger: Schema<'Trigger'>,
): Schema<'DynamicEngineRunConfig'> => ({
  trigger,
  parallelExecutionAllowed: row.parallel_execution_allowed,
  logLevel: row.log_level,
  ...(row.timeout_minutes !== null && { timeout: row.timeout_minutes }),
  ...(row.retry !== null && { retry: row.retry }),
  ...(row.context_name !== null && { contextName: row.context_name }),
  ...(row.run_profile_id !== null && { runProfileId: row.run_profile_id }),
  lineage: row.lineage,
});
