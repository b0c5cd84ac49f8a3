/** The statements about run configurations. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { DynamicEngineRunConfigRow, TaskRunConfigRow } from './run-config-json.ts';

/** The fields of a run configuration that a caller may set. */
export type RunConfigValues = {
  runtimeType: string;
  engineId: string | null;
  clusterId: string | null;
  runProfileId: string | null;
  parallelExecutionAllowed: boolean;
  logLevel: string;
  timeoutMinutes: number | null;
  retry: Schema<'RunRetry'> | null;
  contextName: string | null;
  kept: TaskRunConfigRow['kept'];
};

/** Selects the run configuration of a task, if it has one. */
export const selectTaskRunConfig = (tx: Tx, task: string): Promise<TaskRunConfigRow | undefined> =>
  tx.one(sql`
    select runtime_type, engine_id, cluster_id, run_profile_id, parallel_execution_allowed, log_level, timeout_minutes, retry, context_name, kept
    from task_run_config
    where task_id = ${task}`);

/** Sets the run configuration of a task. */
export const saveTaskRunConfig = (tx: Tx, task: string, values: RunConfigValues): Promise<TaskRunConfigRow> =>
  tx.only(sql`
    insert into task_run_config (
      task_id, runtime_type, engine_id, cluster_id, run_profile_id, parallel_execution_allowed, log_level, timeout_minutes, retry, context_name, kept)
    values (
      ${task}, ${values.runtimeType}, ${values.engineId}, ${values.clusterId}, ${values.runProfileId},
      ${values.parallelExecutionAllowed}, ${values.logLevel}, ${values.timeoutMinutes},
      ${values.retry === null ? null : json(values.retry)}::jsonb, ${values.contextName}, ${json(values.kept)}::jsonb)
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
  values: Omit<RunConfigValues, 'runtimeType' | 'engineId' | 'clusterId' | 'kept'> & { lineage: boolean },
): Promise<DynamicEngineRunConfigRow> =>
  tx.only(sql`
    insert into task_dynamic_engine_run_config (
      task_id, parallel_execution_allowed, log_level, timeout_minutes, run_profile_id, lineage, retry, context_name)
    values (
      ${task}, ${values.parallelExecutionAllowed}, ${values.logLevel}, ${values.timeoutMinutes}, ${values.runProfileId},
      ${values.lineage}, ${values.retry === null ? null : json(values.retry)}::jsonb, ${values.contextName})
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

/** Ends the choice of a context in the run configurations of a task. */
export async function endRunContexts(tx: Tx, task: string): Promise<void> {
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
