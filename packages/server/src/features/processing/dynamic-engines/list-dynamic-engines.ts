import { endpoint } from '../../../core/http/endpoint.ts';
import { sql } from '../../../core/database/sql.ts';
import { LISTS_DYNAMIC_ENGINES, selectDynamicEngines } from './access.ts';
import { toDynamicEngineJson } from './json.ts';

/** Lists the dynamic engines of the tenant. */
export const listDynamicEngines = endpoint('GET /processing/runtimes/dynamic-engines', {
  allow: LISTS_DYNAMIC_ENGINES,

  async run({ actor, tx }) {
    return { status: 200, body: (await selectDynamicEngines(tx, actor, sql`true`)).map(toDynamicEngineJson) };
  },
});
