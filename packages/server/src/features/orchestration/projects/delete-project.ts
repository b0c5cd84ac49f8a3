import { endpoint } from '../../../core/http/endpoint.ts';
import { lockProject } from './access.ts';
import { removeProject } from './queries.ts';

/** Deletes a project. */
export const deleteProject = endpoint('DELETE /orchestration/projects/{projectId}', {
  allow: 'SVC_PROJECT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const project = await lockProject(tx, actor, path.projectId);

    await removeProject(tx, project.id);
    return { status: 204 };
  },
});
