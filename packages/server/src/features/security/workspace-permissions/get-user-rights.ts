import { endpoint } from '../../../core/http/endpoint.ts';
import { findUser } from '../../accounts/users/index.ts';
import { findManagedWorkspace } from './access.ts';
import { toPermissionJson } from './json.ts';
import { selectPermissions } from './queries.ts';
import { hasRights } from './rules.ts';

/** Reads the rights of a user on a workspace. */
export const getUserRights = endpoint('GET /security/workspaces/{workspaceId}/users/{userId}/permissions', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const workspace = await findManagedWorkspace(tx, actor, path.workspaceId);
    const user = await findUser(tx, actor, path.userId);
    const rows = await selectPermissions(tx, actor, { workspaceId: workspace.id, userId: user.id });

    hasRights(rows);

    return { status: 200, body: toPermissionJson(rows[0] ?? { workspace_id: workspace.id, account_id: user.id, rights: [] }) };
  },
});
