import { endpoint } from '../../../core/http/endpoint.ts';
import { SERVICE_ACCOUNTS } from './account-kinds.ts';
import { readRights } from './reading.ts';

/** Reads the rights of a service account on a workspace. */
export const getServiceAccountRights = endpoint('GET /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    return {
      status: 200,
      body: await readRights(tx, actor, SERVICE_ACCOUNTS, { workspaceId: path.workspaceId, userId: path.serviceAccountId }),
    };
  },
});
