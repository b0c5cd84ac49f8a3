/** The rights of accounts on workspaces: how they are read and changed, for both kinds of accounts. */
import { RIGHTS, type Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { findUser } from '../../accounts/people/index.ts';
import { findServiceAccount } from '../../accounts/service-accounts/index.ts';
import {
  findManagedWorkspace,
  findSeenEnvironment,
  insertRights,
  lockManagedWorkspace,
  type PermissionRow,
  removeRights,
  selectPermissions,
} from './rows.ts';
import { requireNewRight, requireRights, toRights } from './rules.ts';

/**
 * A kind of accounts: its type in the database, and the function that finds the account of a request.
 * @rule workspace-permissions.all.kind
 */
export type AccountKind = { type: Actor['userType']; find: (tx: Tx, actor: Actor, id: string) => Promise<{ id: string }> };

/** People. */
export const USERS: AccountKind = { type: 'HUMAN', find: findUser };

/** Service accounts. */
export const SERVICE_ACCOUNTS: AccountKind = { type: 'SERVICE', find: findServiceAccount };

/** Reads the rights of an account on a workspace. Refuses if it has none, or if the actor does not manage the workspace. */
export async function readRights(
  tx: Tx,
  actor: Actor,
  { type, find }: AccountKind,
  { workspaceId, userId }: Schema<'PermissionId'>,
): Promise<Schema<'Permission'>> {
  const workspace = await findManagedWorkspace(tx, actor, workspaceId);
  const account = await find(tx, actor, userId);
  const rows = await selectPermissions(tx, actor, { type, workspaces: [workspace.id], accounts: [account.id] });

  requireRights(rows);

  return toPermissionJson(rows[0] ?? { workspace_id: workspace.id, account_id: account.id, rights: [] });
}

/**
 * Lists the rights of accounts on the workspaces that the actor manages. Refuses a workspace, an environment or an account that the actor may not see.
 * @rule workspace-permissions.list.unknown
 */
export async function listRights(
  tx: Tx,
  actor: Actor,
  { type, find }: AccountKind,
  filters: { workspaceId?: string; environmentId?: string; accountId?: string | undefined },
): Promise<Schema<'Permission'>[]> {
  const workspace = filters.workspaceId === undefined ? undefined : await findManagedWorkspace(tx, actor, filters.workspaceId);
  const environment = filters.environmentId === undefined ? undefined : await findSeenEnvironment(tx, actor, filters.environmentId);
  const account = filters.accountId === undefined ? undefined : await find(tx, actor, filters.accountId);

  const filter = { type, environment: environment?.id, workspaces: workspace && [workspace.id], accounts: account && [account.id] };
  return (await selectPermissions(tx, actor, filter)).map(toPermissionJson);
}

/** Converts a row to Permission. */
export const toPermissionJson = (row: PermissionRow): Schema<'Permission'> => ({
  workspaceId: row.workspace_id,
  userId: row.account_id,
  permissions: RIGHTS.filter((right) => row.rights.includes(right)),
});

/** A change of the rights of an account of a kind; `userId` is the id of the account. */
export type RightsChange = (tx: Tx, actor: Actor, kind: AccountKind, request: Schema<'PermissionRequest'>) => Promise<void>;

/**
 * Adds rights of an account on a workspace that the actor manages. Refuses if the account has all of them already.
 * @rule workspace-permissions.add.rights
 */
export const addRights: RightsChange = async (tx, actor, kind, request) => {
  const workspace = await lockManagedWorkspace(tx, actor, request.workspaceId);
  const account = await kind.find(tx, actor, request.userId);

  requireNewRight(await insertRights(tx, workspace.id, account.id, toRights(request.permissions)));
};

/**
 * Replaces the rights of an account on a workspace that the actor manages. Refuses if the account has none.
 * @rule workspace-permissions.set.rights
 */
export const replaceRights: RightsChange = async (tx, actor, kind, request) => {
  const workspace = await lockManagedWorkspace(tx, actor, request.workspaceId);
  const account = await kind.find(tx, actor, request.userId);

  requireRights(await removeRights(tx, workspace.id, account.id));
  await insertRights(tx, workspace.id, account.id, toRights(request.permissions));
};

/**
 * Removes all rights of an account on a workspace that the actor manages. Refuses if the account has none.
 * @rule workspace-permissions.remove.rights
 */
export async function removeAllRights(
  tx: Tx,
  actor: Actor,
  kind: AccountKind,
  { workspaceId, userId }: Schema<'PermissionId'>,
): Promise<void> {
  const workspace = await lockManagedWorkspace(tx, actor, workspaceId);
  const account = await kind.find(tx, actor, userId);

  requireRights(await removeRights(tx, workspace.id, account.id));
}
