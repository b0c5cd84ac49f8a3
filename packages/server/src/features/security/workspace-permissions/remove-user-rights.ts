import { endpoint } from '../../../core/http/endpoint.ts';
import { removeAllRights } from './changes.ts';
import { USERS } from './account-kinds.ts';

/** Removes every right of a user on a workspace. */
export const removeUserRights = endpoint('DELETE /security/workspaces/{workspaceId}/users/{userId}/permissions', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    await removeAllRights(tx, actor, USERS, path);
    return { status: 204 };
  },
});
