/** Users: the people of a tenant. */
import type { Feature } from '../../../core/feature.ts';
import { accounts } from '../../../core/surfaces/accounts.ts';
import { getMe } from './get-me.ts';

export { findOwner, findServiceAccount, findUser, holdUsers } from './access.ts';

/** What the server serves for users. */
export const users: Feature = { surface: accounts, endpoints: [getMe] };
