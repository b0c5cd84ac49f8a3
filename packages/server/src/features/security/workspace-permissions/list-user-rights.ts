import { endpoint } from '../../../core/http/endpoint.ts';
import { findUser } from '../../accounts/users/index.ts';
import { findManagedWorkspace, findSeenEnvironment } from './access.ts';
import { toPermissionJson } from './json.ts';
import { selectPermissions } from './queries.ts';

/**
 * Lists the rights of users on the workspaces that the caller manages.
 * @rule workspace-permissions.list.unknown
 */
export const listUserRights = endpoint('GET /security/permissions', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    if (query.workspaceId !== undefined) await findManagedWorkspace(tx, actor, query.workspaceId);
    if (query.environmentId !== undefined) await findSeenEnvironment(tx, actor, query.environmentId);
    if (query.userId !== undefined) await findUser(tx, actor, query.userId);

    return { status: 200, body: (await selectPermissions(tx, actor, query)).map((row) => toPermissionJson(row)) };
  },
});
