import { endpoint } from '../../../core/http/endpoint.ts';
import { fiql } from '../../../core/http/fiql.ts';
import { sql } from '../../../core/database/sql.ts';
import { environmentWorkspaceSelectors, READS_RUNTIMES } from '../remote-engines/index.ts';
import { selectClusters } from './access.ts';
import { clusterAvailability, toBaseEngineJson } from './json.ts';

const selectors = {
  id: { column: sql`k.id`, type: 'uuid' },
  name: { column: sql`k.name`, type: 'text' },
  description: { column: sql`k.description`, type: 'text' },
  availability: { column: clusterAvailability, type: 'text' },
  ...environmentWorkspaceSelectors,
} as const;

/**
 * Lists the clusters that the caller may see, without their engines.
 * @rule engine-clusters.list.permission
 * @rule engine-clusters.list.filter
 */
export const listEngineClusters = endpoint('GET /processing/runtimes/remote-engine-clusters', {
  allow: READS_RUNTIMES,

  async run({ actor, tx, query }) {
    const rows = await selectClusters(tx, actor, fiql(query._s, selectors));
    return { status: 200, body: rows.map(toBaseEngineJson) };
  },
});
