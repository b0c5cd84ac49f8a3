import { endpoint } from '../../../core/http/endpoint.ts';
import { changeInBatch, isNoPreview } from './batches.ts';
import { replaceRights } from './changes.ts';
import { USERS } from './account-kinds.ts';

/** Replaces rights of users on workspaces, in the order of the list. */
export const replaceUserRightsInBatch = endpoint('PUT /security/permissions/batch', {
  allow: 'signed-in',
  audit: isNoPreview,

  run: (call) => changeInBatch(call, USERS, replaceRights),
});
