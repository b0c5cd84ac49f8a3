import { endpoint } from '../../../core/http/endpoint.ts';
import { lockRemoteEngine, setCluster } from '../remote-engines/index.ts';
import { lockCluster } from './access.ts';
import { requireMemberOf } from './rules.ts';

/** Removes an engine from a cluster. Its running executions continue. */
export const removeClusterEngine = endpoint('DELETE /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path }) {
    const cluster = await lockCluster(tx, actor, path.clusterId);
    const engine = await lockRemoteEngine(tx, actor, path.engineId);

    requireMemberOf(cluster.id, engine);

    await setCluster(tx, [engine.id], null);
    return { status: 204 };
  },
});
