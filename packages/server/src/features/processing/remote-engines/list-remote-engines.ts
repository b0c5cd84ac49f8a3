import { endpoint } from '../../../core/http/endpoint.ts';
import { fiql } from '../../../core/http/fiql.ts';
import { sql } from '../../../core/database/sql.ts';
import { READS_RUNTIMES, selectRemoteEngines } from './access.ts';
import { availability } from '../task-executions/index.ts';
import { environmentWorkspaceSelectors, toEngineJson } from './json.ts';

const selectors = {
  id: { column: sql`g.id`, type: 'uuid' },
  name: { column: sql`g.name`, type: 'text' },
  description: { column: sql`g.description`, type: 'text' },
  status: { column: sql`(case when g.paired_at is null then 'NOT_PAIRED' else 'PAIRED' end)`, type: 'text' },
  availability: { column: availability, type: 'text' },
  clusterId: { column: sql`g.cluster_id`, type: 'uuid' },
  ...environmentWorkspaceSelectors,
} as const;

/**
 * Lists the engines that the caller may see.
 * @rule remote-engines.list.permission
 * @rule remote-engines.list.filter
 */
export const listRemoteEngines = endpoint('GET /processing/runtimes/remote-engines', {
  allow: READS_RUNTIMES,

  async run({ actor, tx, query }) {
    const rows = await selectRemoteEngines(tx, actor, fiql(query.query, selectors));
    return { status: 200, body: rows.map(toEngineJson) };
  },
});
