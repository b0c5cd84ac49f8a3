import { endpoint } from '../../../core/http/endpoint.ts';
import { sql } from '../../../core/database/sql.ts';
import { selectRemoteEngines } from './access.ts';
import { toEngineVersionJson } from './json.ts';

/**
 * Lists the engines that the caller may see, in the format of an older route.
 * @rule remote-engines.versions.form
 */
export const listEngineVersions = endpoint('GET /processing/engines', {
  allow: {
    anyOf: ['SVC_CLUSTER_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT', 'SVC_OPERATOR', 'SVC_ENGINE_USE'],
  },

  async run({ actor, tx }) {
    const rows = await selectRemoteEngines(tx, actor, sql`true`);
    return { status: 200, body: { count: rows.length, enginesInfo: rows.map(toEngineVersionJson) } };
  },
});
