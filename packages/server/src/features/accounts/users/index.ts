/** Users: the people of a tenant. Service accounts are rows of the same table. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { accounts } from '../../../core/http/surfaces/accounts.ts';
import { ACCOUNT_IN_USE } from './account-in-use.ts';
import { addRoleUsers } from './add-role-users.ts';
import { addUserRoles } from './add-user-roles.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { getMe } from './get-me.ts';
import { getUser } from './get-user.ts';
import { listRoleUsers } from './list-role-users.ts';
import { listUserRoles } from './list-user-roles.ts';
import { listUsers } from './list-users.ts';
import { removeRoleUser } from './remove-role-user.ts';
import { removeUserRole } from './remove-user-role.ts';
import { replaceUser } from './replace-user.ts';

export { findOwner, findUser, holdUsers, lockTenant, lockUser, visibleUsers } from './access.ts';
export { ACCOUNT_IN_USE } from './account-in-use.ts';
export { addBot, disableBot } from './bots.ts';
export { addUser, changedRoles, changeUser, removeUser, exchangeRoles, type UserChange, type UserWriter } from './change-users.ts';
export { userEnabled } from './domain-events.ts';
export { toUserJson, userColumns, type UserRow } from './json.ts';
export { requireAssignableRoles } from './rules.ts';
export { insertAccount, isActive, removeAccount, renameAccount, updateProvisioned } from './queries.ts';
export { insertUserRoles, selectSameForm } from './user-queries.ts';

/** The endpoints of users. */
export const users: Feature = {
  surface: accounts,
  endpoints: [
    getMe,
    listUsers,
    createUser,
    getUser,
    replaceUser,
    deleteUser,
    listUserRoles,
    addUserRoles,
    removeUserRole,
    listRoleUsers,
    addRoleUsers,
    removeRoleUser,
  ],
  constraints: {
    ...ACCOUNT_IN_USE,
    /** @rule users.create.login */
    account_login_once: () => conflict('login_taken', 'There is an account with that login, letter case aside: choose another login.'),
  },
};
