/** The changes of rights, by single operations and by batches. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { inSavepoint } from '../../../core/database/savepoint.ts';
import type { Actor } from '../../../identity/actor.ts';
import { findUser } from '../../accounts/users/index.ts';
import { lockManagedWorkspace, lockManagedWorkspaces } from './access.ts';
import { insertRights, removeRights } from './queries.ts';
import { addsNewRight, hasRights, toRights } from './rules.ts';

type PermissionRequest = Schema<'PermissionRequest'>;

/**
 * Adds rights of a user on a workspace.
 * @rule workspace-permissions.add.rights
 */
export async function addRights(tx: Tx, actor: Actor, request: PermissionRequest): Promise<void> {
  const workspace = await lockManagedWorkspace(tx, actor, request.workspaceId);
  const user = await findUser(tx, actor, request.userId);

  addsNewRight(await insertRights(tx, workspace.id, user.id, toRights(request.permissions)));
}

/**
 * Replaces the rights of a user on a workspace.
 * @rule workspace-permissions.set.rights
 */
export async function replaceRights(tx: Tx, actor: Actor, request: PermissionRequest): Promise<void> {
  const workspace = await lockManagedWorkspace(tx, actor, request.workspaceId);
  const user = await findUser(tx, actor, request.userId);

  hasRights(await removeRights(tx, workspace.id, user.id));
  await insertRights(tx, workspace.id, user.id, toRights(request.permissions));
}

/**
 * Applies changes in the order of the list. Returns the rejected changes; the others stay.
 * @rule workspace-permissions.batch.order
 * @rule workspace-permissions.batch.partial
 */
export async function changeAll(
  tx: Tx,
  actor: Actor,
  list: readonly PermissionRequest[],
  change: (request: PermissionRequest) => Promise<void>,
): Promise<Schema<'PermissionResult'>[]> {
  const workspaces = list.map(({ workspaceId }) => workspaceId);
  await lockManagedWorkspaces(tx, actor, workspaces);
  const rejected: Schema<'PermissionResult'>[] = [];
  for (const permission of list) {
    const problem = await inSavepoint(tx, () => change(permission));
    if (problem) rejected.push({ status: problem.status, message: problem.message, permission });
  }
  return rejected;
}
