import { endpoint } from '../../../core/http/endpoint.ts';
import { lockEngine } from '../remote-engines/index.ts';
import { lockCluster } from './access.ts';
import { setCluster } from './queries.ts';
import { belongsTo } from './rules.ts';

/** Takes an engine out of a cluster; what it carries out goes on. */
export const removeClusterEngine = endpoint('DELETE /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path }) {
    const cluster = await lockCluster(tx, actor, path.clusterId);
    const engine = await lockEngine(tx, actor, path.engineId);

    belongsTo(cluster.id, engine);

    await setCluster(tx, [engine.id], null);
    return { status: 204 };
  },
});
