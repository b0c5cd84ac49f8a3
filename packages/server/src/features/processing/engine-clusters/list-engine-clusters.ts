import { endpoint } from '../../../core/http/endpoint.ts';
import { fiql } from '../../../core/http/fiql.ts';
import { sql } from '../../../core/database/sql.ts';
import { selectClusters } from './access.ts';
import { clusterAvailability, toBaseEngineJson } from './json.ts';

const selectors = {
  id: { column: sql`k.id`, type: 'uuid' },
  name: { column: sql`k.name`, type: 'text' },
  description: { column: sql`k.description`, type: 'text' },
  availability: { column: clusterAvailability, type: 'text' },
  'workspace.id': { column: sql`w.id`, type: 'uuid' },
  'workspace.name': { column: sql`w.name`, type: 'text' },
  'environment.id': { column: sql`e.id`, type: 'uuid' },
  'environment.name': { column: sql`e.name`, type: 'text' },
  'workspace.environment.id': { column: sql`e.id`, type: 'uuid' },
  'workspace.environment.name': { column: sql`e.name`, type: 'text' },
} as const;

/**
 * Lists the clusters that the caller may see, without their engines.
 * @rule engine-clusters.list.permission
 * @rule engine-clusters.list.filter
 */
export const listEngineClusters = endpoint('GET /processing/runtimes/remote-engine-clusters', {
  allow: {
    anyOf: ['SVC_CLUSTER_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT', 'SVC_OPERATOR', 'SVC_ENGINE_USE'],
  },

  async run({ actor, tx, query }) {
    const rows = await selectClusters(tx, actor, fiql(query._s, selectors));
    return { status: 200, body: rows.map(toBaseEngineJson) };
  },
});
