import { endpoint } from '../../../core/http/endpoint.ts';
import { holdGroup } from '../../accounts/groups/index.ts';
import { lockProject } from './access.ts';
import { removeProjectGroupRow } from './queries.ts';
import { requireProjectGroup } from './rules.ts';

/** Removes a group from a project. */
export const removeProjectGroup = endpoint('DELETE /orchestration/projects/{projectId}/groups/{groupId}', {
  allow: 'SVC_PROJECT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const project = await lockProject(tx, actor, path.projectId);
    const group = await holdGroup(tx, actor, path.groupId);

    requireProjectGroup(await removeProjectGroupRow(tx, project.id, group.id));
    return { status: 204 };
  },
});
