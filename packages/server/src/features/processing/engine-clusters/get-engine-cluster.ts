import { endpoint } from '../../../core/http/endpoint.ts';
import { READS_RUNTIMES } from '../remote-engines/index.ts';
import { findCluster } from './access.ts';
import { toClusterJson } from './json.ts';

/** Reads a cluster with its engines. */
export const getEngineCluster = endpoint('GET /processing/runtimes/remote-engine-clusters/{clusterId}', {
  allow: READS_RUNTIMES,

  async run({ actor, tx, path }) {
    return { status: 200, body: toClusterJson(await findCluster(tx, actor, path.clusterId)) };
  },
});
