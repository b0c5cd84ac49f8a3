/** The run configurations of tasks: rows, statements and answers. The one for dynamic engines is separate; only the trigger belongs to both. */
import type { Schema } from '@millrace/contract';
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import { presentFields } from '../../../core/http/absent-fields.ts';
import { requireContext } from '../artifacts/index.ts';
import { keptTimesOf, type KeptTimes, withKeptTimes } from '../triggers/index.ts';
import { keptUnlessSent } from './kept-values.ts';

/** Fields without effect, which are returned as they were sent. */
type KeptFields = Pick<Schema<'TaskRunConfig'>, 'remoteRunAsUser' | 'deploymentStrategy' | 'lineage' | 'microservicePort'>;

/** The row of a run configuration. */
type TaskRunConfigRow = {
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

/** The values that are shown for a task without a run configuration. The task cannot start before it has one. */
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
    ...presentFields({ runProfileId: row.run_profile_id }),
  },
  ...toSharedFields(row),
});

/** The row of a run configuration for dynamic engines. */
type DynamicEngineRunConfigRow = Omit<TaskRunConfigRow, 'runtime_type' | 'engine_id' | 'cluster_id' | 'kept'> & { lineage: boolean };

/** The fields that both kinds of run configurations have, beside the trigger and the run profile. */
const toSharedFields = (row: Omit<DynamicEngineRunConfigRow, 'lineage'>) => ({
  parallelExecutionAllowed: row.parallel_execution_allowed,
  logLevel: row.log_level,
  ...presentFields({ timeout: row.timeout_minutes, retry: row.retry, contextName: row.context_name }),
});

/** Converts a row to DynamicEngineRunConfig. */
export const toDynamicEngineRunConfigJson = (
  row: DynamicEngineRunConfigRow,
  trigger: Schema<'Trigger'>,
): Schema<'DynamicEngineRunConfig'> => ({
  trigger,
  ...toSharedFields(row),
  ...presentFields({ runProfileId: row.run_profile_id }),
  lineage: row.lineage,
});

/** The bodies that set a run configuration. */
type RunConfigRequest = Schema<'TaskRunConfigRequest'>;
type DynamicEngineRequest = Schema<'DynamicEngineRunConfigRequest'>;

/**
 * Selects the fields of a run configuration that have no effect, to return them as they were sent. Empty texts count as left out.
 * @rule tasks.run-config.kept
 */
const keptFieldsOf = ({ remoteRunAsUser, deploymentStrategy, lineage, microservicePort }: RunConfigRequest): KeptFields => ({
  ...(remoteRunAsUser && { remoteRunAsUser }),
  ...(deploymentStrategy && { deploymentStrategy }),
  ...(lineage !== undefined && { lineage }),
  ...(microservicePort && { microservicePort: String(microservicePort) }),
});

/**
 * Returns the retry of a run configuration with its defaults; null without one.
 * @rule tasks.run-config.retry
 */
const retryOf = ({ retry }: DynamicEngineRequest): Schema<'RunRetry'> | null =>
  retry
    ? {
        attempts: retry.attempts,
        waitSeconds: retry.waitSeconds ?? 30,
        backoff: retry.backoff ?? 2,
        on: retry.on ?? ['FAILED', 'ENGINE_LOST'],
      }
    : null;

/** The retry and the context of a run configuration, which stay if the body leaves them out. */
type RunExtensions = Pick<TaskRunConfigRow, 'retry' | 'context_name'>;

/** Returns the retry and the context after a change. Refuses a context that the artifact version does not have. */
export const extensionsAfter = (contexts: readonly string[], sent: DynamicEngineRequest, stored: RunExtensions): RunExtensions => ({
  retry: keptUnlessSent(sent.retry, retryOf(sent), stored.retry),
  context_name: keptUnlessSent(sent.contextName, requireContext(contexts, sent.contextName), stored.context_name),
});

/** The values of a run configuration that are checked before they are stored. */
type CheckedValues = RunExtensions & { runProfileId: string | null };

/** Selects the run configuration of a task, if it has one. */
export const selectTaskRunConfig = (tx: Tx, task: string): Promise<TaskRunConfigRow | undefined> =>
  tx.one(sql`
    select runtime_type, engine_id, cluster_id, run_profile_id, parallel_execution_allowed, log_level, timeout_minutes, retry, context_name, kept
    from task_run_config
    where task_id = ${task}`);

/** Sets the run configuration of a task. */
export const saveTaskRunConfig = (
  tx: Tx,
  task: string,
  sent: RunConfigRequest,
  checked: CheckedValues & { engine: string | null; cluster: string | null },
): Promise<TaskRunConfigRow> =>
  tx.only(sql`
    insert into task_run_config (
      task_id, runtime_type, engine_id, cluster_id, run_profile_id, parallel_execution_allowed, log_level, timeout_minutes, retry, context_name, kept)
    values (
      ${task}, ${sent.runtime.type}, ${checked.engine}, ${checked.cluster}, ${checked.runProfileId}, ${sent.parallelExecutionAllowed ?? false},
      ${sent.logLevel ?? 'WARN'}, ${sent.timeout ?? null}, ${json(checked.retry)}::jsonb, ${checked.context_name},
      ${json({ ...keptFieldsOf(sent), trigger: keptTimesOf(sent.trigger) })}::jsonb)
    on conflict (task_id) do update
    set runtime_type = excluded.runtime_type,
        engine_id = excluded.engine_id,
        cluster_id = excluded.cluster_id,
        run_profile_id = excluded.run_profile_id,
        parallel_execution_allowed = excluded.parallel_execution_allowed,
        log_level = excluded.log_level,
        timeout_minutes = excluded.timeout_minutes,
        retry = excluded.retry,
        context_name = excluded.context_name,
        kept = excluded.kept,
        updated_at = now()
    returning runtime_type, engine_id, cluster_id, run_profile_id, parallel_execution_allowed, log_level, timeout_minutes, retry, context_name, kept`);

/** Selects the run configuration of a task for dynamic engines, if it has one. */
export const selectDynamicEngineRunConfig = (tx: Tx, task: string): Promise<DynamicEngineRunConfigRow | undefined> =>
  tx.one(sql`
    select parallel_execution_allowed, log_level, timeout_minutes, run_profile_id, lineage, retry, context_name
    from task_dynamic_engine_run_config
    where task_id = ${task}`);

/**
 * Sets the run configuration of a task for dynamic engines. It is separate from the other run configuration; only the trigger belongs to both.
 * @rule tasks.de-run-config.apart
 */
export const saveDynamicEngineRunConfig = (
  tx: Tx,
  task: string,
  sent: DynamicEngineRequest,
  checked: CheckedValues,
): Promise<DynamicEngineRunConfigRow> =>
  tx.only(sql`
    insert into task_dynamic_engine_run_config (
      task_id, parallel_execution_allowed, log_level, timeout_minutes, run_profile_id, lineage, retry, context_name)
    values (
      ${task}, ${sent.parallelExecutionAllowed ?? false}, ${sent.logLevel ?? 'WARN'}, ${sent.timeout ?? null}, ${checked.runProfileId},
      ${sent.lineage ?? false}, ${json(checked.retry)}::jsonb, ${checked.context_name})
    on conflict (task_id) do update
    set parallel_execution_allowed = excluded.parallel_execution_allowed,
        log_level = excluded.log_level,
        timeout_minutes = excluded.timeout_minutes,
        run_profile_id = excluded.run_profile_id,
        lineage = excluded.lineage,
        retry = excluded.retry,
        context_name = excluded.context_name,
        updated_at = now()
    returning parallel_execution_allowed, log_level, timeout_minutes, run_profile_id, lineage, retry, context_name`);

/** Selects the contexts that the run configurations of a task choose. */
export const selectRunContexts = async (tx: Tx, task: string): Promise<string[]> => {
  const rows = await tx.rows<{ context_name: string }>(sql`
    select context_name from task_run_config where task_id = ${task} and context_name is not null
    union
    select context_name from task_dynamic_engine_run_config where task_id = ${task} and context_name is not null
    order by context_name`);
  return rows.map(({ context_name }) => context_name);
};

/** Removes the choice of a context from the run configurations of a task. */
export async function clearRunContexts(tx: Tx, task: string): Promise<void> {
  await tx.rows(sql`
    with dynamic as (
      update task_dynamic_engine_run_config
      set context_name = null, updated_at = now()
      where task_id = ${task}
        and context_name is not null
    )
    update task_run_config
    set context_name = null, updated_at = now()
    where task_id = ${task}
      and context_name is not null`);
}
