import { endpoint } from '../../../core/http/endpoint.ts';
import { findProject } from './access.ts';
import { selectProjectGroups } from './queries.ts';

/** Lists the groups whose members may work on a project. */
export const listProjectGroups = endpoint('GET /orchestration/projects/{projectId}/groups', {
  allow: 'SVC_PROJECT_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const project = await findProject(tx, actor, path.projectId);
    const groups = await selectProjectGroups(tx, project.id);
    return { status: 200, body: { projectId: project.id, groupIds: groups.map(({ id }) => id) } };
  },
});
