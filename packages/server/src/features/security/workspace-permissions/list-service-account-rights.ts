import { endpoint } from '../../../core/http/endpoint.ts';
import { SERVICE_ACCOUNTS } from './account-kinds.ts';
import { listRights } from './reading.ts';

/** Lists the rights of service accounts on the workspaces that the caller manages. */
export const listServiceAccountRights = endpoint('GET /security/service-accounts/permissions', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    return { status: 200, body: await listRights(tx, actor, SERVICE_ACCOUNTS, { ...query, accountId: query.serviceAccountId }) };
  },
});
