/** The two kinds of accounts that hold rights on workspaces. Their operations differ only in the accounts that they find. */
import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import { findServiceAccount } from '../../accounts/service-accounts/index.ts';
import { findUser } from '../../accounts/users/index.ts';

/**
 * A kind of accounts: its type in the database, and the function that finds the account of a request.
 * @rule workspace-permissions.all.kind
 */
export type AccountKind = { type: Actor['userType']; find: (tx: Tx, actor: Actor, id: string) => Promise<{ id: string }> };

/** People. */
export const USERS: AccountKind = { type: 'HUMAN', find: findUser };

/** Service accounts. */
export const SERVICE_ACCOUNTS: AccountKind = { type: 'SERVICE', find: findServiceAccount };
