import { endpoint } from '../../../core/http/endpoint.ts';
import { removeAllRights } from './changes.ts';
import { SERVICE_ACCOUNTS } from './account-kinds.ts';

/** Removes every right of a service account on a workspace. */
export const removeServiceAccountRights = endpoint(
  'DELETE /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions',
  {
    allow: 'signed-in',

    async run({ actor, tx, path }) {
      await removeAllRights(tx, actor, SERVICE_ACCOUNTS, { workspaceId: path.workspaceId, userId: path.serviceAccountId });
      return { status: 204 };
    },
  },
);
