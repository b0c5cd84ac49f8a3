/** Changes of the rights of one account on one workspace. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import { lockManagedWorkspace } from './access.ts';
import type { AccountKind } from './account-kinds.ts';
import { insertRights, removeRights } from './queries.ts';
import { addsNewRight, requireRights, toRights } from './rules.ts';

/** A change of the rights of an account of a kind; `userId` is the id of the account. */
export type RightsChange = (tx: Tx, actor: Actor, kind: AccountKind, request: Schema<'PermissionRequest'>) => Promise<void>;

/**
 * Adds rights of an account on a workspace.
 * @rule workspace-permissions.add.rights
 */
export const addRights: RightsChange = async (tx, actor, kind, request) => {
  const workspace = await lockManagedWorkspace(tx, actor, request.workspaceId);
  const account = await kind.find(tx, actor, request.userId);

  addsNewRight(await insertRights(tx, workspace.id, account.id, toRights(request.permissions)));
};

/**
 * Replaces the rights of an account on a workspace.
 * @rule workspace-permissions.set.rights
 */
export const replaceRights: RightsChange = async (tx, actor, kind, request) => {
  const workspace = await lockManagedWorkspace(tx, actor, request.workspaceId);
  const account = await kind.find(tx, actor, request.userId);

  requireRights(await removeRights(tx, workspace.id, account.id));
  await insertRights(tx, workspace.id, account.id, toRights(request.permissions));
};

/**
 * Removes all rights of an account on a workspace.
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
