import { endpoint } from '../../../core/http/endpoint.ts';
import { addRights } from './changes.ts';
import { SERVICE_ACCOUNTS } from './account-kinds.ts';

/** Adds rights of a service account on a workspace. */
export const addServiceAccountRights = endpoint('POST /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    await addRights(tx, actor, SERVICE_ACCOUNTS, { workspaceId: path.workspaceId, userId: path.serviceAccountId, permissions: body });
    return { status: 201 };
  },
});
