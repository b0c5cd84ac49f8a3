import { endpoint } from '../../../core/http/endpoint.ts';
import { replaceRights } from './changes.ts';
import { SERVICE_ACCOUNTS } from './account-kinds.ts';

/** Replaces the rights of a service account on a workspace. */
export const replaceServiceAccountRights = endpoint(
  'PUT /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions',
  {
    allow: 'signed-in',

    async run({ actor, tx, path, body }) {
      await replaceRights(tx, actor, SERVICE_ACCOUNTS, { workspaceId: path.workspaceId, userId: path.serviceAccountId, permissions: body });
      return { status: 204 };
    },
  },
);
