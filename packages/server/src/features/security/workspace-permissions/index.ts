/** Rights of users and service accounts on workspaces. */
import type { Feature } from '../../../core/http/feature.ts';
import { Problem } from '../../../core/base/problem.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

/** The endpoints and constraints of rights on workspaces. */
export const workspacePermissions: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  constraints: {
    workspace_right_account_id_fkey: () => new Problem(404, 'not_found', 'The account was deleted a moment ago.'),
  },
};
