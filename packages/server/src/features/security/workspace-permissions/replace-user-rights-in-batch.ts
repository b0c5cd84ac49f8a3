import { endpoint } from '../../../core/http/endpoint.ts';
import { changeAll, replaceRights } from './changes.ts';

/** Replaces rights of users on workspaces, in the order of the list. */
export const replaceUserRightsInBatch = endpoint('PUT /security/permissions/batch', {
  allow: 'signed-in',

  async run({ actor, tx, body }) {
    const rejected = await changeAll(tx, actor, body, (request) => replaceRights(tx, actor, request));
    return rejected.length === 0 ? { status: 204 } : { status: 207, body: rejected };
  },
});
