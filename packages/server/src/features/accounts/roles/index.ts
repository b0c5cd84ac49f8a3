/** Roles: named sets of tenant-wide permissions. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { accounts } from '../../../core/http/surfaces/accounts.ts';
import { createRole } from './create-role.ts';
import { deleteRole } from './delete-role.ts';
import { getRole } from './get-role.ts';
import { listRoles } from './list-roles.ts';
import { replaceRole } from './replace-role.ts';

export { addRole, changeRole } from './change-roles.ts';
export { findRole, findRoleIds, holdRoles, isAdministratorRole, lockRole, visibleRoles } from './access.ts';
export { assignedRoles, isRoleAssigned, roleColumns, roleLevel, roleNamesOf, toRoleJson, type RoleRow } from './json.ts';
export { insertRole, removeRole, selectRolesOfAccount } from './queries.ts';
export { requireCustomRole, requireRolesHeld } from './rules.ts';

/** The endpoints of roles. */
export const roles: Feature = {
  surface: accounts,
  endpoints: [listRoles, createRole, getRole, replaceRole, deleteRole],
  constraints: {
    /** @rule roles.create.name */
    role_name_once: () => conflict('role_name_taken', 'There is a role of that name: choose another name.'),
  },
};
