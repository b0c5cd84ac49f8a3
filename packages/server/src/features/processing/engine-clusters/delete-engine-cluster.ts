import { endpoint } from '../../../core/http/endpoint.ts';
import { lockCluster } from './access.ts';
import { countClusterUses, removeCluster } from './queries.ts';
import { requireClusterUnused } from './rules.ts';

/** Deletes a cluster. Its engines stay, without a cluster. */
export const deleteEngineCluster = endpoint('DELETE /processing/runtimes/remote-engine-clusters/{clusterId}', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path }) {
    const cluster = await lockCluster(tx, actor, path.clusterId);

    requireClusterUnused(await countClusterUses(tx, cluster));

    await removeCluster(tx, cluster.id);
    return { status: 204 };
  },
});
