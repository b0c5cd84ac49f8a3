import { endpoint } from '../../../core/http/endpoint.ts';
import { fiql } from '../../../core/http/fiql.ts';
import { sql } from '../../../core/database/sql.ts';
import { visibleWorkspaces } from './access.ts';
import { toWorkspaceInfo } from './json.ts';
import { selectWorkspaces } from './queries.ts';

const selectors = {
  id: { column: sql`w.id`, type: 'uuid' },
  name: { column: sql`w.name`, type: 'text' },
  description: { column: sql`w.description`, type: 'text' },
  type: { column: sql`w.type`, type: 'text' },
  owner: { column: sql`o.login`, type: 'text' },
  'environment.id': { column: sql`e.id`, type: 'uuid' },
  'environment.name': { column: sql`e.name`, type: 'text' },
} as const;

/**
 * Lists the workspaces that the caller may see.
 * @rule workspaces.list.filter
 */
export const listWorkspaces = endpoint('GET /orchestration/workspaces', {
  allow: 'signed-in',

  async run({ actor, tx, query }) {
    const rows = await selectWorkspaces(tx, sql`${visibleWorkspaces(actor)} and ${fiql(query.query, selectors)}`);
    return { status: 200, body: rows.map(({ workspace }) => toWorkspaceInfo(workspace)) };
  },
});
