/** Users: the people of a tenant. Service accounts are rows of the same table. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { accounts } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import { ACCOUNT_IN_USE } from './rules.ts';

export { findOwner, insertAccount, isActive, removeAccount, renameAccount, selectSameForm, updateProvisioned } from './account-rows.ts';
export { addBot, disableBot } from './bots.ts';
export { addUser, changedRoles, changeUser, exchangeRoles, removeUser, userEnabled, type UserChange, type UserWriter } from './changes.ts';
export { toUserJson } from './json.ts';
export { findUser, holdUsers, insertUserRoles, lockTenant, lockUser, userColumns, visibleUsers, type UserRow } from './rows.ts';
export { ACCOUNT_IN_USE, requireAssignableRoles } from './rules.ts';

/** The endpoints of users. */
export const users: Feature = {
  surface: accounts,
  endpoints: Object.values(operations),
  constraints: {
    ...ACCOUNT_IN_USE,
    /** @rule users.create.login */
    account_login_once: () => conflict('login_taken', 'There is an account with that login, letter case aside: choose another login.'),
  },
};
