import { endpoint } from '../../../core/http/endpoint.ts';
import { addRights, changeAll } from './changes.ts';

/** Adds rights of users on workspaces, in the order of the list. */
export const addUserRightsInBatch = endpoint('POST /security/permissions/batch', {
  allow: 'signed-in',

  async run({ actor, tx, body }) {
    const rejected = await changeAll(tx, actor, body, (request) => addRights(tx, actor, request));
    return rejected.length === 0 ? { status: 204 } : { status: 207, body: rejected };
  },
});
