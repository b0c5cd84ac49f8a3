import { endpoint } from '../../../core/http/endpoint.ts';
import { requireRightToChangeDriver } from '../connections/index.ts';
import { findWorkspace, staysInEnvironment } from '../workspaces/index.ts';
import { findResource, lockResource } from './access.ts';
import { toResourceJson } from './json.ts';
import { selectResourceUses, updateResourceWorkspace } from './queries.ts';
import { requireResourceUnused } from './rules.ts';

/**
 * Moves a resource to another workspace of its environment; requires the right on both workspaces.
 * @rule resources.move.right
 */
export const moveResource = endpoint('PUT /orchestration/resources/{resourceId}/move/{targetWorkspaceId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const resource = await lockResource(tx, actor, path.resourceId);
    const target = await findWorkspace(tx, actor, path.targetWorkspaceId, 'AUTHOR');
    await requireRightToChangeDriver(tx, actor, target.id, resource.id);

    staysInEnvironment(resource.environment_id, target.environment_id);
    requireResourceUnused(await selectResourceUses(tx, actor, resource.id));

    await updateResourceWorkspace(tx, resource.id, target.id);
    return { status: 200, body: toResourceJson(await findResource(tx, actor, resource.id)) };
  },
});
