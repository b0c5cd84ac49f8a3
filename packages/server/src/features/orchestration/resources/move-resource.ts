import { endpoint } from '../../../core/http/endpoint.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { findResource, lockResource } from './access.ts';
import { toResourceJson } from './json.ts';
import { selectUses, updateWorkspace } from './queries.ts';
import { isNotUsed, staysInEnvironment } from './rules.ts';

/**
 * Moves a resource to another workspace of its environment; both workspaces ask for the right.
 * @rule resources.move.right
 */
export const moveResource = endpoint('PUT /orchestration/resources/{resourceId}/move/{targetWorkspaceId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const resource = await lockResource(tx, actor, path.resourceId);
    const target = await findWorkspace(tx, actor, path.targetWorkspaceId, 'AUTHOR');

    staysInEnvironment(resource.environment_id, target.environment_id);
    isNotUsed(await selectUses(tx, actor, resource.id));

    await updateWorkspace(tx, resource.id, target.id);
    return { status: 200, body: toResourceJson(await findResource(tx, actor, resource.id)) };
  },
});
