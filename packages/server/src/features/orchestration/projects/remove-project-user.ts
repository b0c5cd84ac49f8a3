import { endpoint } from '../../../core/http/endpoint.ts';
import { findUser } from '../../accounts/users/index.ts';
import { lockProject } from './access.ts';
import { removeProjectUserRow } from './queries.ts';
import { requireProjectUser } from './rules.ts';

/** Removes a user from a project. */
export const removeProjectUser = endpoint('DELETE /orchestration/projects/{projectId}/users/{userId}', {
  allow: 'SVC_PROJECT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const project = await lockProject(tx, actor, path.projectId);
    const user = await findUser(tx, actor, path.userId);

    requireProjectUser(await removeProjectUserRow(tx, project.id, user.id));
    return { status: 204 };
  },
});
