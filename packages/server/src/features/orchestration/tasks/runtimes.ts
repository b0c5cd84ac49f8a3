/** The engines, clusters and run profiles of run configurations. */
import type { Schema } from '@millrace/contract';
import { invalid } from '../../../core/base/problem.ts';
import { json, sql, type Sql, type Tx } from '../../../core/database/sql.ts';

/** The runtime of a task: one engine, one cluster, or with neither any engine of its environment. */
type TaskRuntime = { engine: string | null; cluster: string | null };

/**
 * Reads the runtime of a task, or refuses it. A task runs on any engine of its environment (CLOUD), on one engine, or on any engine of one cluster.
 * @rule tasks.run-config.runtime
 */
export function runtimeOf({ runtime }: Schema<'TaskRunConfigRequest'>): TaskRuntime {
  const { type, id } = runtime;
  if (type === 'CLOUD') return { engine: null, cluster: null };
  if (type !== 'REMOTE_ENGINE' && type !== 'REMOTE_ENGINE_CLUSTER')
    throw invalid('runtime_not_supported', `The runtime ${type} is not supported yet: use CLOUD, REMOTE_ENGINE or REMOTE_ENGINE_CLUSTER.`);
  if (type === 'REMOTE_ENGINE') {
    if (!id) throw invalid('engine_unknown', 'The runtime REMOTE_ENGINE needs the id of an engine in "runtime.id".');
    return { engine: id.toLowerCase(), cluster: null };
  }
  if (!id) throw invalid('cluster_unknown', 'The runtime REMOTE_ENGINE_CLUSTER needs the id of a cluster in "runtime.id".');
  return { engine: null, cluster: id.toLowerCase() };
}

/** The environment and the workspace of a task. */
type TaskLocation = { environment_id: string; workspace_id: string };

/**
 * Holds the engine or cluster of a run configuration, or refuses. It must be in the environment of the task and must not belong to another workspace. A
 * dynamic-engine environment has one engine for all of its tasks, so none can be set on a task.
 * @rule tasks.run-config.dynamic
 * @rule tasks.run-config.engine
 * @rule tasks.run-config.cluster
 * @rule tasks.run-config.owner
 */
export async function holdTaskRuntime(tx: Tx, task: TaskLocation, { engine, cluster }: TaskRuntime): Promise<void> {
  const usable = sql`environment_id = ${task.environment_id} and coalesce(workspace_id, ${task.workspace_id}) = ${task.workspace_id}
      and not exists (select from environment e where e.id = environment_id and e.is_dynamic)`;
  if (engine !== null && !(await hold(tx, sql`engine`, sql`id::text = ${engine} and not is_agent and ${usable}`)))
    throw invalid('engine_unknown', `The environment of the task has no engine '${engine}' that its workspace may use.`);
  if (cluster !== null && !(await hold(tx, sql`engine_cluster`, sql`id::text = ${cluster} and ${usable}`)))
    throw invalid('cluster_unknown', `The environment of the task has no cluster '${cluster}' that its workspace may use.`);
}

/**
 * Holds the run profile of a run configuration, or refuses one that does not belong to its engine or cluster. An empty id counts as none.
 * @rule tasks.run-config.profile
 */
export async function holdTaskProfile(tx: Tx, { engine, cluster }: TaskRuntime, named: string | null | undefined): Promise<string | null> {
  if (!named) return null;
  const profile = named.toLowerCase();
  const own = engine === null ? sql`cluster_id::text = ${cluster}` : sql`engine_id::text = ${engine}`;
  if (!(await hold(tx, sql`run_profile`, sql`id::text = ${profile} and ${own}`)))
    throw invalid('reference_unknown', `The runtime has no run profile '${named}': create it there, or leave runProfileId empty.`);
  return profile;
}

/**
 * Holds the run profile of a run configuration for dynamic engines, or refuses one that does not belong to the environment. An empty id counts as none.
 * @rule tasks.de-run-config.profile
 */
export async function holdEnvironmentProfile(tx: Tx, environment: string, named: string | null | undefined): Promise<string | null> {
  if (!named) return null;
  const profile = named.toLowerCase();
  const own = sql`environment_id = ${environment} and engine_id is null and cluster_id is null`;
  if (!(await hold(tx, sql`run_profile`, sql`id::text = ${profile} and ${own}`)))
    throw invalid('reference_unknown', `The environment of the task has no run profile '${named}' for dynamic engines.`);
  return profile;
}

/** Prevents the deletion of the row of a table that meets a condition. Returns whether there is one. */
const hold = (tx: Tx, table: Sql, condition: Sql): Promise<boolean> =>
  tx.any(sql`
    select id
    from ${table}
    where ${condition}
    for key share`);

/**
 * Configures the tasks of engines to run on their cluster, all with the same run profile or without one.
 * @rule engine-clusters.add.tasks
 */
export const moveTasksToCluster = (tx: Tx, engines: readonly string[], cluster: string, profile: string | null): Promise<unknown> =>
  tx.rows(sql`
    update task_run_config
    set runtime_type = 'REMOTE_ENGINE_CLUSTER',
        engine_id = null,
        cluster_id = ${cluster},
        run_profile_id = ${profile},
        updated_at = now()
    where engine_id = any (${[...engines]})`);

/** Configures the tasks that use some run profiles to run on a cluster, with other run profiles in place of these. */
export const moveProfilesToCluster = (tx: Tx, cluster: string, profiles: readonly { from: string; to: string }[]): Promise<unknown> =>
  tx.rows(sql`
    update task_run_config c
    set runtime_type = 'REMOTE_ENGINE_CLUSTER',
        engine_id = null,
        cluster_id = ${cluster},
        run_profile_id = p."to",
        updated_at = now()
    from json_to_recordset(${json(profiles)}::json) as p ("from" uuid, "to" uuid)
    where c.run_profile_id = p."from"`);

/**
 * Replaces a run profile with another in all tasks that use it.
 * @rule run-profiles.delete.successor
 */
export async function replaceProfileInTasks(tx: Tx, from: string, to: string): Promise<void> {
  await tx.rows(sql`
    update task_run_config
    set run_profile_id = ${to},
        updated_at = now()
    where run_profile_id = ${from}`);
  await tx.rows(sql`
    update task_dynamic_engine_run_config
    set run_profile_id = ${to},
        updated_at = now()
    where run_profile_id = ${from}`);
}
