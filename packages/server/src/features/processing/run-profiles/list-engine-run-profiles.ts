import { endpoint } from '../../../core/http/endpoint.ts';
import { sql } from '../../../core/database/sql.ts';
import { findRemoteEngine, READS_RUNTIMES } from '../remote-engines/index.ts';
import { selectProfiles } from './access.ts';
import { toRunProfileJson } from './json.ts';

/**
 * Lists the run profiles of an engine.
 * @rule run-profiles.list.permission
 * @rule run-profiles.list.type
 */
export const listEngineRunProfiles = endpoint('GET /processing/runtimes/remote-engines/{engineId}/run-profiles', {
  allow: READS_RUNTIMES,
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const engine = await findRemoteEngine(tx, actor, path.engineId);
    const rows = await selectProfiles(tx, actor, { engine: engine.id }, query.type === undefined ? sql`true` : sql`p.type = ${query.type}`);
    return { status: 200, body: rows.map(toRunProfileJson) };
  },
});
