import { endpoint } from '../../../core/http/endpoint.ts';
import { sql } from '../../../core/database/sql.ts';
import { READS_RUNTIMES, selectRemoteEngines } from './access.ts';
import { toEngineVersionJson } from './json.ts';

/**
 * Lists the engines that the caller may see, in the format of an older route.
 * @rule remote-engines.versions.form
 */
export const listEngineVersions = endpoint('GET /processing/engines', {
  allow: READS_RUNTIMES,

  async run({ actor, tx }) {
    const rows = await selectRemoteEngines(tx, actor, sql`true`);
    return { status: 200, body: { count: rows.length, enginesInfo: rows.map(toEngineVersionJson) } };
  },
});
