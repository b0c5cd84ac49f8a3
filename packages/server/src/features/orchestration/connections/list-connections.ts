import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { workspaceFitsEnvironment } from '../workspaces/index.ts';
import { toConnectionJson } from './json.ts';
import { selectConnections } from './queries.ts';

/** Lists the connections that the caller may see. */
export const listConnections = endpoint('GET /orchestration/connections', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    await workspaceFitsEnvironment(tx, actor, query);

    return { status: 200, body: toPage(await selectConnections(tx, actor, query), query, toConnectionJson) };
  },
});
