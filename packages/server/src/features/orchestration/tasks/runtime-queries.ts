/** Finds the engines, clusters and run profiles of run configurations, and prevents their deletion until the transaction ends. */
import type { Tx } from '../../../core/database/db.ts';
import { invalid } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { TaskRuntime } from './rules.ts';

/** The environment and the workspace of a task. */
type TaskLocation = { environment_id: string; workspace_id: string };

/**
 * Holds the engine or cluster of a run configuration. It must be in the environment of the task and must not belong to another workspace. A
 * dynamic-engine environment has one engine for all of its tasks, so none can be set on a task.
 * @rule tasks.run-config.dynamic
 * @rule tasks.run-config.engine
 * @rule tasks.run-config.cluster
 * @rule tasks.run-config.owner
 */
export async function holdTaskRuntime(tx: Tx, task: TaskLocation, { engine, cluster }: TaskRuntime): Promise<void> {
  const usable = sql`environment_id = ${task.environment_id} and coalesce(workspace_id, ${task.workspace_id}) = ${task.workspace_id}
      and not exists (select from environment e where e.id = environment_id and e.is_dynamic)`;
  if (engine !== null && !(await holds(tx, sql`engine`, sql`id::text = ${engine} and not is_agent and ${usable}`)))
    throw invalid('engine_unknown', `The environment of the task has no engine '${engine}' that its workspace may use.`);
  if (cluster !== null && !(await holds(tx, sql`engine_cluster`, sql`id::text = ${cluster} and ${usable}`)))
    throw invalid('cluster_unknown', `The environment of the task has no cluster '${cluster}' that its workspace may use.`);
}

/**
 * Holds the run profile of a run configuration, which must belong to its engine or cluster. An empty id counts as none.
 * @rule tasks.run-config.profile
 */
export async function holdTaskProfile(tx: Tx, { engine, cluster }: TaskRuntime, named: string | null | undefined): Promise<string | null> {
  if (!named) return null;
  const profile = named.toLowerCase();
  const own = engine === null ? sql`cluster_id::text = ${cluster}` : sql`engine_id::text = ${engine}`;
  if (!(await holds(tx, sql`run_profile`, sql`id::text = ${profile} and ${own}`)))
    throw invalid('reference_unknown', `The runtime has no run profile '${named}': create it there, or leave runProfileId empty.`);
  return profile;
}

/**
 * Holds the run profile of a run configuration for dynamic engines, which must belong to the environment. An empty id counts as none.
 * @rule tasks.de-run-config.profile
 */
export async function holdEnvironmentProfile(tx: Tx, environment: string, named: string | null | undefined): Promise<string | null> {
  if (!named) return null;
  const profile = named.toLowerCase();
  const own = sql`environment_id = ${environment} and engine_id is null and cluster_id is null`;
  if (!(await holds(tx, sql`run_profile`, sql`id::text = ${profile} and ${own}`)))
    throw invalid('reference_unknown', `The environment of the task has no run profile '${named}' for dynamic engines.`);
  return profile;
}

const holds = (tx: Tx, table: Sql, condition: Sql): Promise<boolean> =>
  tx.any(sql`
    select id
    from ${table}
    where ${condition}
    for key share`);
