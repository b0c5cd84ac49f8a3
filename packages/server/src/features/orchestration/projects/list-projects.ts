import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { toProjectJson } from './json.ts';
import { selectProjects } from './queries.ts';

/** Lists the projects of the tenant. */
export const listProjects = endpoint('GET /orchestration/projects', {
  allow: 'SVC_PROJECT_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    return { status: 200, body: toPage(await selectProjects(tx, actor, query), query, toProjectJson) };
  },
});
