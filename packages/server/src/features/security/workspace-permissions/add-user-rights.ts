import { endpoint } from '../../../core/http/endpoint.ts';
import { addRights } from './changes.ts';
import { USERS } from './account-kinds.ts';

/** Adds rights of a user on a workspace. */
export const addUserRights = endpoint('POST /security/workspaces/{workspaceId}/users/{userId}/permissions', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    await addRights(tx, actor, USERS, { ...path, permissions: body });
    return { status: 201 };
  },
});
