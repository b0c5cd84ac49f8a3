import { endpoint } from '../../../core/http/endpoint.ts';
import { changeInBatch, isNoPreview } from './batches.ts';
import { addRights } from './changes.ts';
import { USERS } from './account-kinds.ts';

/** Adds rights of users on workspaces, in the order of the list. */
export const addUserRightsInBatch = endpoint('POST /security/permissions/batch', {
  allow: 'signed-in',
  audit: isNoPreview,

  run: (call) => changeInBatch(call, USERS, addRights),
});
