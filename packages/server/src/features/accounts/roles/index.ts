/** Roles: named sets of tenant-wide permissions. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { accounts } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

export {
  addRole,
  changeRole,
  findRole,
  findRoleIds,
  holdRoles,
  insertRole,
  isAdministratorRole,
  lockRole,
  removeRole,
  roleColumns,
  selectRolesOfAccount,
  visibleRoles,
} from './rows.ts';
export { assignedRoles, isRoleAssigned, roleLevel, roleNamesOf, toRoleJson, type RoleRow } from './json.ts';
export { requireCustomRole, requireRolesHeld } from './rules.ts';

/** The endpoints of roles. */
export const roles: Feature = {
  surface: accounts,
  endpoints: Object.values(operations),
  constraints: {
    /** @rule roles.create.name */
    role_name_once: () => conflict('role_name_taken', 'There is a role of that name: choose another name.'),
  },
};
