import { endpoint } from '../../../core/http/endpoint.ts';
import { holdGroup } from '../../accounts/groups/index.ts';
import { lockProject } from './access.ts';
import { insertProjectGroup } from './queries.ts';

/** Allows the members of a group to work on a project. */
export const addProjectGroup = endpoint('PUT /orchestration/projects/{projectId}/groups/{groupId}', {
  allow: 'SVC_PROJECT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const project = await lockProject(tx, actor, path.projectId);
    const group = await holdGroup(tx, actor, path.groupId);

    await insertProjectGroup(tx, project.id, group.id);
    return { status: 204 };
  },
});
