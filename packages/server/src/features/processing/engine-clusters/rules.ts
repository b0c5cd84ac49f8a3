/** The rules of clusters. */
import { conflict, invalid, notFound } from '../../../core/base/problem.ts';

type Engine = { id: string; cluster_id: string | null; workspace_id: string | null };

/**
 * The engines of a cluster belong to its environment.
 * @rule engine-clusters.create.engines
 */
export function requireEnvironment(requested: readonly string[], found: readonly Engine[]): void {
  const ids = new Set(found.map(({ id }) => id));
  const unknown = requested.find((id) => !ids.has(id.toLowerCase()));
  if (unknown !== undefined) throw invalid('engine_unknown', `The environment of the cluster has no engine '${unknown}'.`);
}

/**
 * Each engine of a cluster belongs to the workspace of the cluster or to none.
 * @rule engine-clusters.create.owner
 */
export function requireWorkspace(engines: readonly Engine[], workspace: string | null): void {
  const other = engines.find((engine) => engine.workspace_id !== null && engine.workspace_id !== workspace);
  if (other)
    throw invalid(
      'engine_unknown',
      `The engine '${other.id}' belongs to the workspace '${other.workspace_id}' and the cluster ${workspace === null ? 'to none' : 'to another one'}: a cluster accepts only engines of its own workspace and engines that belong to none.`,
    );
}

/**
 * The tasks of an engine move to the cluster with it, so they must belong to the workspace of the cluster.
 * @rule engine-clusters.create.owner
 */
export function requireNoForeignTask(tasks: readonly { name: string }[]): void {
  if (tasks.length > 0)
    throw invalid(
      'engine_in_use',
      `Tasks outside the workspace of the cluster are set to run on the engine: ${tasks.map(({ name }) => `'${name}'`).join(', ')}. Give them another runtime first.`,
    );
}

/**
 * An engine belongs to at most one cluster.
 * @rule engine-clusters.create.one
 */
export function requireNoCluster(engines: readonly Engine[]): void {
  const taken = engines.find((engine) => engine.cluster_id !== null);
  if (taken)
    throw conflict(
      'engine_in_cluster',
      `The engine '${taken.id}' belongs to the cluster '${taken.cluster_id}': take it out of that cluster first.`,
    );
}

/**
 * Only an engine of the cluster can be removed from it.
 * @rule engine-clusters.remove.missing
 */
export function requireMemberOf(cluster: string, engine: Engine): void {
  if (engine.cluster_id !== cluster) throw notFound('Engine of the cluster', engine.id);
}

/**
 * A cluster cannot be deleted while a task is set to run on it or an execution waits for it.
 * @rule engine-clusters.delete.use
 */
export function requireClusterUnused({ tasks, executions }: { tasks: number; executions: number }): void {
  if (tasks > 0)
    throw invalid(
      'cluster_in_use',
      `${tasks} task${tasks === 1 ? ' is' : 's are'} set to run on the cluster: give them another runtime first.`,
    );
  if (executions > 0)
    throw invalid(
      'cluster_in_use',
      `${executions} execution${executions === 1 ? '' : 's'} for the cluster must begin or end first: wait, or terminate them.`,
    );
}
