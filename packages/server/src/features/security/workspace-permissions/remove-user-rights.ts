import { endpoint } from '../../../core/http/endpoint.ts';
import { findUser } from '../../accounts/users/index.ts';
import { lockManagedWorkspace } from './access.ts';
import { removeRights } from './queries.ts';
import { hasRights } from './rules.ts';

/**
 * Removes every right of a user on a workspace.
 * @rule workspace-permissions.remove.rights
 */
export const removeUserRights = endpoint('DELETE /security/workspaces/{workspaceId}/users/{userId}/permissions', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const workspace = await lockManagedWorkspace(tx, actor, path.workspaceId);
    const user = await findUser(tx, actor, path.userId);

    hasRights(await removeRights(tx, workspace.id, user.id));
    return { status: 204 };
  },
});
