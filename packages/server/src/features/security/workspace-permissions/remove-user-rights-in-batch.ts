import { endpoint } from '../../../core/http/endpoint.ts';
import { isNoPreview, removeInBatch } from './batches.ts';
import { USERS } from './account-kinds.ts';

/**
 * Removes every right of the listed users on the listed workspaces. The lists come from the query, from the body, or from both.
 * @rule workspace-permissions.batch.body
 */
export const removeUserRightsInBatch = endpoint('DELETE /security/permissions/batch', {
  allow: 'signed-in',
  audit: isNoPreview,

  run: (call) => removeInBatch(call, USERS, [...(call.query.userIds ?? []), ...(call.body?.userIds ?? [])]),
});
