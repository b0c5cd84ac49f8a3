import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { workspaceFitsEnvironment } from '../workspaces/index.ts';
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
    await workspaceFitsEnvironment(tx, actor, query);

    return { status: 200, body: toPage(await selectArtifacts(tx, actor, query), query, toArtifactJson) };
  },
});
