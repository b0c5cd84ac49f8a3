import { endpoint } from '../../../core/http/endpoint.ts';
import { findOwner } from '../../accounts/users/index.ts';
import { findProject, lockProject } from './access.ts';
import { toProjectJson } from './json.ts';
import { updateProject } from './queries.ts';
import { requireRepositoryUrl } from './rules.ts';

/** Changes the owner, the address or the description of a project. */
export const changeProject = endpoint('PUT /orchestration/projects/{projectId}', {
  allow: 'SVC_PROJECT_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const project = await lockProject(tx, actor, path.projectId);
    const owner = body.owner === undefined ? null : (await findOwner(tx, actor, body.owner)).id;
    const url = body.url === undefined ? null : requireRepositoryUrl(body.url);

    await updateProject(tx, project.id, { owner, url, description: body.description });
    return { status: 200, body: toProjectJson(await findProject(tx, actor, project.id)) };
  },
});
