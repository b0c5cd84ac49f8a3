import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { workspaceFitsEnvironment } from '../workspaces/index.ts';
import { toResourceJson } from './json.ts';
import { selectResources } from './queries.ts';

/**
 * Lists the resources that the caller may see.
 * @rule resources.list.place
 */
export const listResources = endpoint('GET /orchestration/resources', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    await workspaceFitsEnvironment(tx, actor, query);

    return { status: 200, body: toPage(await selectResources(tx, actor, query), query, toResourceJson) };
  },
});
