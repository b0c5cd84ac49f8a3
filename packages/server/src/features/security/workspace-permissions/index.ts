/** Rights of users on workspaces. */
import type { Feature } from '../../../core/http/feature.ts';
import { Problem } from '../../../core/base/problem.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { addUserRightsInBatch } from './add-user-rights-in-batch.ts';
import { addUserRights } from './add-user-rights.ts';
import { getUserRights } from './get-user-rights.ts';
import { listUserRights } from './list-user-rights.ts';
import { removeUserRightsInBatch } from './remove-user-rights-in-batch.ts';
import { removeUserRights } from './remove-user-rights.ts';
import { replaceUserRightsInBatch } from './replace-user-rights-in-batch.ts';
import { replaceUserRights } from './replace-user-rights.ts';

export { accountHolds, holdsRight } from './rights.ts';
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
  ],
  constraints: {
    workspace_right_account_id_fkey: () => new Problem(404, 'not_found', 'The user was deleted a moment ago.'),
  },
};
