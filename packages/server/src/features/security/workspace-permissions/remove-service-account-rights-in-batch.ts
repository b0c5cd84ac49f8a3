import { endpoint } from '../../../core/http/endpoint.ts';
import { isNoPreview, removeInBatch } from './batches.ts';
import { SERVICE_ACCOUNTS } from './account-kinds.ts';

/**
 * Removes every right of the listed service accounts on the listed workspaces. The lists come from the query, from the body, or from both.
 * @rule workspace-permissions.batch.body
 */
export const removeServiceAccountRightsInBatch = endpoint('DELETE /security/service-accounts/permissions/batch', {
  allow: 'signed-in',
  audit: isNoPreview,

  run: (call) => removeInBatch(call, SERVICE_ACCOUNTS, [...(call.query.serviceAccountIds ?? []), ...(call.body?.serviceAccountIds ?? [])]),
});
