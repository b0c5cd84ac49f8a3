import { endpoint } from '../../../core/http/endpoint.ts';
import { READS_RUNTIMES } from '../remote-engines/index.ts';
import { sql } from '../../../core/database/sql.ts';
import { findCluster } from '../engine-clusters/index.ts';
import { selectProfiles } from './access.ts';
import { toRunProfileJson } from './json.ts';

/**
 * Lists the run profiles of a cluster.
 * @rule run-profiles.list.permission
 * @rule run-profiles.list.type
 */
export const listClusterRunProfiles = endpoint('GET /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles', {
  allow: READS_RUNTIMES,
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const cluster = await findCluster(tx, actor, path.clusterId);
    const rows = await selectProfiles(
      tx,
      actor,
      { cluster: cluster.id },
      query.type === undefined ? sql`true` : sql`p.type = ${query.type}`,
    );
    return { status: 200, body: rows.map(toRunProfileJson) };
  },
});
