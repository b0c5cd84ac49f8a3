import { endpoint } from '../../../core/http/endpoint.ts';
import { USERS } from './account-kinds.ts';
import { readRights } from './reading.ts';

/** Reads the rights of a user on a workspace. */
export const getUserRights = endpoint('GET /security/workspaces/{workspaceId}/users/{userId}/permissions', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    return { status: 200, body: await readRights(tx, actor, USERS, path) };
  },
});
