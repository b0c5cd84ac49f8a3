import { endpoint } from '../../../core/http/endpoint.ts';
import { findProject } from './access.ts';
import { selectProjectUsers } from './queries.ts';

/** Lists the users who may work on a project. */
export const listProjectUsers = endpoint('GET /orchestration/projects/{projectId}/users', {
  allow: 'SVC_PROJECT_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const project = await findProject(tx, actor, path.projectId);
    const users = await selectProjectUsers(tx, project.id);
    return { status: 200, body: { projectId: project.id, userIds: users.map(({ id }) => id) } };
  },
});
