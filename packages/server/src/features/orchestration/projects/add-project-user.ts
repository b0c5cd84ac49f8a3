import { endpoint } from '../../../core/http/endpoint.ts';
import { findUser } from '../../accounts/users/index.ts';
import { lockProject } from './access.ts';
import { insertProjectUser } from './queries.ts';

/** Allows a user to work on a project. */
export const addProjectUser = endpoint('PUT /orchestration/projects/{projectId}/users/{userId}', {
  allow: 'SVC_PROJECT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const project = await lockProject(tx, actor, path.projectId);
    const user = await findUser(tx, actor, path.userId);

    await insertProjectUser(tx, project.id, user.id);
    return { status: 204 };
  },
});
