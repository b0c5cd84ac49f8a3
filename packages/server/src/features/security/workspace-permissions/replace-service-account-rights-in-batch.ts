import { endpoint } from '../../../core/http/endpoint.ts';
import { changeInBatch, isNoPreview } from './batches.ts';
import { replaceRights } from './changes.ts';
import { SERVICE_ACCOUNTS } from './account-kinds.ts';

/** Replaces rights of service accounts on workspaces, in the order of the list. */
export const replaceServiceAccountRightsInBatch = endpoint('PUT /security/service-accounts/permissions/batch', {
  allow: 'signed-in',
  audit: isNoPreview,

  run: (call) => changeInBatch(call, SERVICE_ACCOUNTS, replaceRights),
});
