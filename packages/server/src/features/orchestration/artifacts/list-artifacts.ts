import { endpoint } from '../../../core/endpoint.ts';
import { toPage } from '../../../core/paging.ts';
import { invalid } from '../../../core/problem.ts';
import { liesInEnvironment } from '../workspaces/index.ts';
import { toArtifactJson } from './json.ts';
import { selectArtifacts } from './queries.ts';

/**
 * Lists the artifacts that the caller may see.
 * @rule artifacts.list.place
 */
export const listArtifacts = endpoint('GET /orchestration/artifacts', {
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

    return { status: 200, body: toPage(await selectArtifacts(tx, actor, query), query, toArtifactJson) };
  },
});
