/** The built-in roles, which the contract lists with their permissions. */
import { BUILT_IN_ROLES, type Permission } from '@millrace/contract';

/** The role that has every permission. */
const ADMINISTRATOR = 'TenantAdmin';

/** The name of a built-in role that has a permission: that of administrators only if no other one has it. */
export const roleWith = (permission: Permission): string =>
  Object.keys(BUILT_IN_ROLES).find((name) => name !== ADMINISTRATOR && BUILT_IN_ROLES[name]?.includes(permission)) ?? ADMINISTRATOR;
