/** Rights of users and service accounts on workspaces. */
import type { Feature } from '../../../core/http/feature.ts';
import { Problem } from '../../../core/base/problem.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { addServiceAccountRightsInBatch } from './add-service-account-rights-in-batch.ts';
import { addServiceAccountRights } from './add-service-account-rights.ts';
import { addUserRightsInBatch } from './add-user-rights-in-batch.ts';
import { addUserRights } from './add-user-rights.ts';
import { getServiceAccountRights } from './get-service-account-rights.ts';
import { getUserRights } from './get-user-rights.ts';
import { listServiceAccountRights } from './list-service-account-rights.ts';
import { listUserRights } from './list-user-rights.ts';
import { removeServiceAccountRightsInBatch } from './remove-service-account-rights-in-batch.ts';
import { removeServiceAccountRights } from './remove-service-account-rights.ts';
import { removeUserRightsInBatch } from './remove-user-rights-in-batch.ts';
import { removeUserRights } from './remove-user-rights.ts';
import { replaceServiceAccountRightsInBatch } from './replace-service-account-rights-in-batch.ts';
import { replaceServiceAccountRights } from './replace-service-account-rights.ts';
import { replaceUserRightsInBatch } from './replace-user-rights-in-batch.ts';
import { replaceUserRights } from './replace-user-rights.ts';

export { accountHolds, holdsRight, mayGiveRights } from '../held/index.ts';
export { visibleScope, type ListScope, type VisibleScope } from './visible-scope.ts';

/** The endpoints and constraints of rights on workspaces. */
export const workspacePermissions: Feature = {
  surface: orchestration,
  endpoints: [
    getUserRights,
    addUserRights,
    replaceUserRights,
    removeUserRights,
    listUserRights,
    addUserRightsInBatch,
    replaceUserRightsInBatch,
    removeUserRightsInBatch,
    getServiceAccountRights,
    addServiceAccountRights,
    replaceServiceAccountRights,
    removeServiceAccountRights,
    listServiceAccountRights,
    addServiceAccountRightsInBatch,
    replaceServiceAccountRightsInBatch,
    removeServiceAccountRightsInBatch,
  ],
  constraints: {
    workspace_right_account_id_fkey: () => new Problem(404, 'not_found', 'The account was deleted a moment ago.'),
  },
};
