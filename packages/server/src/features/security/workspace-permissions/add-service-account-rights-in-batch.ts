import { endpoint } from '../../../core/http/endpoint.ts';
import { changeInBatch, isNoPreview } from './batches.ts';
import { addRights } from './changes.ts';
import { SERVICE_ACCOUNTS } from './account-kinds.ts';

/** Adds rights of service accounts on workspaces, in the order of the list. */
export const addServiceAccountRightsInBatch = endpoint('POST /security/service-accounts/permissions/batch', {
  allow: 'signed-in',
  audit: isNoPreview,

  run: (call) => changeInBatch(call, SERVICE_ACCOUNTS, addRights),
});
