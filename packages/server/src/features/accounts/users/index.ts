/** Users: the accounts of a tenant. */
import type { Feature } from '../../../core/http/feature.ts';
import { accounts } from '../../../core/http/surfaces/accounts.ts';
import { getMe } from './get-me.ts';

export { findOwner, findUser, holdUsers, lockTenant } from './access.ts';
export { insertAccount, removeAccount, renameAccount } from './queries.ts';

/** The endpoints of users. */
export const users: Feature = { surface: accounts, endpoints: [getMe] };
