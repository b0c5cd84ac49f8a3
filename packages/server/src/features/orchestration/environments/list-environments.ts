import { endpoint } from '../../../core/http/endpoint.ts';
import { fiql } from '../../../core/http/fiql.ts';
import { sql } from '../../../core/database/sql.ts';
import { visibleEnvironments } from './access.ts';
import { toEnvironmentJson } from './json.ts';
import { selectEnvironments } from './queries.ts';

const selectors = {
  id: { column: sql`e.id`, type: 'uuid' },
  name: { column: sql`e.name`, type: 'text' },
  description: { column: sql`e.description`, type: 'text' },
  default: { column: sql`e.is_default`, type: 'boolean' },
  maxCloudContainers: { column: sql`e.max_cloud_containers`, type: 'integer' },
} as const;

/**
 * Lists the environments that the caller may see.
 * @rule environments.2.permission
 * @rule environments.list.filter
 */
export const listEnvironments = endpoint('GET /orchestration/environments', {
  allow: { anyOf: ['SVC_ENVIRONMENT_MANAGEMENT', 'SVC_CLUSTER_MANAGEMENT', 'SVC_OPERATOR'] },

  async run({ actor, tx, query }) {
    const rows = await selectEnvironments(tx, sql`${visibleEnvironments(actor)} and ${fiql(query.query, selectors)}`);
    return { status: 200, body: rows.map(toEnvironmentJson) };
  },
});
