import { endpoint } from '../../../core/http/endpoint.ts';
import { invalid } from '../../../core/base/problem.ts';
import { lockRemoteEngine, setCluster } from '../remote-engines/index.ts';
import { lockCluster } from './access.ts';
import { moveTasksToCluster } from '../../orchestration/tasks/index.ts';
import { copyProfiles, holdProfile, selectForeignTasks } from './queries.ts';
import { requireEnvironment, requireNoCluster, requireNoForeignTask, requireWorkspace } from './rules.ts';

/**
 * Adds an engine to a cluster and moves the tasks of the engine to the cluster. Changes nothing if the engine already belongs to it.
 * @rule engine-clusters.add.again
 * @rule engine-clusters.add.default
 * @rule engine-clusters.add.profile
 */
export const addClusterEngine = endpoint('PUT /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const cluster = await lockCluster(tx, actor, path.clusterId);
    const engine = await lockRemoteEngine(tx, actor, path.engineId);
    if (engine.cluster_id === cluster.id) return { status: 204 };

    requireEnvironment([engine.id], engine.environment_id === cluster.environment_id ? [engine] : []);
    requireNoCluster([engine]);
    requireWorkspace([engine], cluster.workspace_id);
    if (cluster.workspace_id !== null) requireNoForeignTask(await selectForeignTasks(tx, [engine.id], cluster.workspace_id));
    let profile: string | null = null;
    const { method, runProfileId } = body ?? {};
    if (method === 'CLUSTER_RUN_PROFILE') {
      profile = (await holdProfile(tx, cluster.id, runProfileId ?? ''))?.id ?? null;
      if (profile === null) throw invalid('reference_unknown', `The cluster has no run profile '${runProfileId ?? ''}'.`);
    }

    await setCluster(tx, [engine.id], cluster.id);
    if (method === 'DUPLICATE_RUN_PROFILES') await copyProfiles(tx, engine.id, cluster.id);
    await moveTasksToCluster(tx, [engine.id], cluster.id, profile);
    return { status: 204, wake: [cluster.environment_id] };
  },
});
