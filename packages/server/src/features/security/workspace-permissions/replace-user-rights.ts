import { endpoint } from '../../../core/http/endpoint.ts';
import { replaceRights } from './changes.ts';
import { USERS } from './account-kinds.ts';

/** Replaces the rights of a user on a workspace. */
export const replaceUserRights = endpoint('PUT /security/workspaces/{workspaceId}/users/{userId}/permissions', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    await replaceRights(tx, actor, USERS, { ...path, permissions: body });
    return { status: 204 };
  },
});
