/** Reading the rights of accounts on workspaces. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import { findManagedWorkspace, findSeenEnvironment } from './access.ts';
import { toPermissionJson } from './json.ts';
import type { AccountKind } from './account-kinds.ts';
import { selectPermissions } from './queries.ts';
import { requireRights } from './rules.ts';

/** Reads the rights of an account on a workspace. */
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
 * Lists the rights of accounts on the workspaces that the actor manages.
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
