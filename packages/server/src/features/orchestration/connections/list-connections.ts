import { endpoint } from '../../../core/endpoint.ts';
import { toPage } from '../../../core/paging.ts';
import { invalid } from '../../../core/problem.ts';
import { liesInEnvironment } from '../workspaces/index.ts';
import { toConnectionJson } from './json.ts';
import { selectConnections } from './queries.ts';

/** Lists the connections that the caller may see. */
export const listConnections = endpoint('GET /orchestration/connections', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    const { environmentId, workspaceId } = query;
    if (environmentId !== undefined && workspaceId !== undefined && !(await liesInEnvironment(tx, actor, workspaceId, environmentId))) {
      throw invalid(
        'workspace_outside_environment',
        'The workspace does not lie in the environment: give one of the two, or two that fit.',
      );
    }

    return { status: 200, body: toPage(await selectConnections(tx, actor, query), query, toConnectionJson) };
  },
});
