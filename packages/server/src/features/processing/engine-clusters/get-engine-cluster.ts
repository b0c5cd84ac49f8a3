import { endpoint } from '../../../core/http/endpoint.ts';
import { findCluster } from './access.ts';
import { toClusterJson } from './json.ts';

/** Reads a cluster with its engines. */
export const getEngineCluster = endpoint('GET /processing/runtimes/remote-engine-clusters/{clusterId}', {
  allow: {
    anyOf: ['SVC_CLUSTER_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT', 'SVC_OPERATOR', 'SVC_ENGINE_USE'],
  },

  async run({ actor, tx, path }) {
    return { status: 200, body: toClusterJson(await findCluster(tx, actor, path.clusterId)) };
  },
});
