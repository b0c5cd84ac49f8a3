import { endpoint } from '../../../core/endpoint.ts';
import { toPage } from '../../../core/paging.ts';
import { invalid } from '../../../core/problem.ts';
import { liesInEnvironment } from '../workspaces/index.ts';
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
    const { environmentId, workspaceId } = query;
    if (environmentId !== undefined && workspaceId !== undefined && !(await liesInEnvironment(tx, actor, workspaceId, environmentId))) {
      throw invalid(
        'workspace_outside_environment',
        'The workspace does not lie in the environment: give one of the two, or two that fit.',
      );
    }

    return { status: 200, body: toPage(await selectResources(tx, actor, query), query, toResourceJson) };
  },
});
