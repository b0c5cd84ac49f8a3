import { endpoint } from '../../../core/http/endpoint.ts';
import { USERS } from './account-kinds.ts';
import { listRights } from './reading.ts';

/** Lists the rights of users on the workspaces that the caller manages. */
export const listUserRights = endpoint('GET /security/permissions', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    return { status: 200, body: await listRights(tx, actor, USERS, { ...query, accountId: query.userId }) };
  },
});
