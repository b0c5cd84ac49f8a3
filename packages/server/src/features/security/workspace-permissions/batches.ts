/** Batches of changes of rights: each rejected change is reported, and the others are made. A dry run shows the effects and makes none. */
import { type Right, RIGHTS, type Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/sql.ts';
import { inSavepoint, runThenUndo } from '../../../core/database/savepoint.ts';
import type { Actor } from '../../../identity/actor.ts';
import { selectRemainingSharings } from '../../sharing/sharing/index.ts';
import type { AccountKind, RightsChange } from './rights.ts';
import {
  lockManagedWorkspace,
  lockManagedWorkspaces,
  type PermissionFilter,
  type PermissionRow,
  removeRightsOf,
  selectPermissions,
} from './rows.ts';
import { requireAccountsOrWorkspaces } from './rules.ts';

type PermissionRequest = Schema<'PermissionRequest'>;
type RejectedRemoval = Schema<'PermissionDeleteResult'>;

/** The answer to a batch. */
type Answer<Rejected> =
  | { status: 204 }
  | { status: 207; body: Rejected[] }
  | { status: 200; body: { changes: Schema<'PermissionChange'>[]; rejected: Rejected[] } };

/** A call of a batch. */
type BatchCall = { tx: Tx; actor: Actor; query: { dryRun?: boolean } };

/** Returns whether a call of a batch is a change, for the audit log. */
export const isNoPreview = ({ query }: { query: { dryRun?: boolean } }): boolean => !query.dryRun;

/**
 * Applies changes in the order of the list. Returns the answer with the rejected changes; the others stay.
 * @rule workspace-permissions.batch.order
 * @rule workspace-permissions.batch.partial
 */
export async function changeInBatch(
  { tx, actor, query, body }: BatchCall & { body: readonly PermissionRequest[] },
  kind: AccountKind,
  change: RightsChange,
): Promise<Answer<Schema<'PermissionResult'>>> {
  const workspaces = body.map(({ workspaceId }) => workspaceId);
  await lockManagedWorkspaces(tx, actor, workspaces);

  const apply = async (): Promise<Schema<'PermissionResult'>[]> => {
    const rejected: Schema<'PermissionResult'>[] = [];
    for (const permission of body) {
      const problem = await inSavepoint(tx, () => change(tx, actor, kind, permission));
      if (problem) rejected.push({ status: problem.status, message: problem.message, permission });
    }
    return rejected;
  };
  const filter = { type: kind.type, workspaces, accounts: body.map(({ userId }) => userId) };
  return query.dryRun ? { status: 200, body: await preview(tx, actor, filter, apply) } : answerOf(await apply());
}

/** A call of a batch removal, which names workspaces in its query, its body, or both. */
type RemovalCall = BatchCall & { query: { workspaceIds?: string[] }; body?: { workspaceIds?: string[] | null } | undefined };

/**
 * Removes every right of the listed accounts on the listed workspaces, unless it is a dry run. Returns the answer with the rejected removals. Refuses two
 * empty lists.
 */
export async function removeInBatch(
  { tx, actor, query, body }: RemovalCall,
  kind: AccountKind,
  accountIds: readonly string[],
): Promise<Answer<RejectedRemoval>> {
  const accounts = [...new Set(accountIds)];
  const workspaces = [...new Set([...(query.workspaceIds ?? []), ...(body?.workspaceIds ?? [])])].toSorted();
  requireAccountsOrWorkspaces(accounts, workspaces);
  const locked = await lockManagedWorkspaces(tx, actor, workspaces.length > 0 ? workspaces : 'all');

  const apply = async (): Promise<RejectedRemoval[]> => {
    const checkedWorkspaces = await separateRefused(tx, workspaces, (id) => lockManagedWorkspace(tx, actor, id));
    const checkedAccounts = await separateRefused(tx, accounts, (id) => kind.find(tx, actor, id));
    const usable = workspaces.length > 0 ? checkedWorkspaces.usable : locked.map(({ id }) => id);
    await removeRightsOf(tx, kind.type, usable, accounts.length > 0 ? checkedAccounts.usable : 'all');
    return [
      ...checkedWorkspaces.refused.flatMap(({ id, refusal }) => pairs([id], accounts, refusal)),
      ...checkedAccounts.refused.flatMap(({ id, refusal }) =>
        workspaces.length > 0
          ? checkedWorkspaces.usable.flatMap((workspaceId) => pairs([workspaceId], [id], refusal))
          : pairs([], [id], refusal),
      ),
    ];
  };
  const some = (ids: string[]): string[] | undefined => (ids.length > 0 ? ids : undefined);
  const filter = { type: kind.type, workspaces: some(workspaces), accounts: some(accounts) };
  return query.dryRun ? { status: 200, body: await preview(tx, actor, filter, apply) } : answerOf(await apply());
}

const answerOf = <Rejected>(rejected: Rejected[]): Answer<Rejected> =>
  rejected.length === 0 ? { status: 204 } : { status: 207, body: rejected };

type Refusal = { status: number; message: string };
type Checked = { usable: string[]; refused: { id: string; refusal: Refusal }[] };

/** Separates the ids that the caller may use from the others, which get the reason. */
async function separateRefused(tx: Tx, ids: readonly string[], find: (id: string) => Promise<unknown>): Promise<Checked> {
  const result: Checked = { usable: [], refused: [] };
  for (const id of ids) {
    const problem = await inSavepoint(tx, async () => void (await find(id)));
    if (problem) result.refused.push({ id, refusal: problem });
    else result.usable.push(id);
  }
  return result;
}

/** Returns a refusal for each pair of a workspace and an account, or one refusal without a pair if one of the lists is empty. */
function pairs(workspaces: readonly string[], accounts: readonly string[], { status, message }: Refusal): RejectedRemoval[] {
  if (workspaces.length === 0 || accounts.length === 0) return [{ status, message }];
  return workspaces.flatMap((workspaceId) => accounts.map((userId) => ({ status, message, permissionId: { workspaceId, userId } })));
}

/**
 * Makes the changes of a batch, compares the selected rights before and after, and undoes the changes. Returns the differences and the rejected changes.
 * @rule workspace-permissions.batch.dry-run
 */
async function preview<Rejected>(
  tx: Tx,
  actor: Actor,
  filter: PermissionFilter,
  apply: () => Promise<Rejected[]>,
): Promise<{ changes: Schema<'PermissionChange'>[]; rejected: Rejected[] }> {
  return runThenUndo(tx, async () => {
    const before = await selectPermissions(tx, actor, filter);
    const rejected = await apply();
    return { changes: await withRemainingSharings(tx, changesBetween(before, await selectPermissions(tx, actor, filter))), rejected };
  });
}

/** Adds the sharings in the catalogue that an account keeps when it loses its last right on a workspace. */
async function withRemainingSharings(tx: Tx, changes: readonly Schema<'PermissionChange'>[]): Promise<Schema<'PermissionChange'>[]> {
  const former = changes.filter(({ after }) => after.length === 0).map((one) => ({ workspace: one.workspaceId, account: one.userId }));
  const found = await selectRemainingSharings(tx, former);
  const byHolder = new Map(found.map(({ workspace, account, remaining }) => [`${workspace} ${account}`, remaining]));
  return changes.map((change) => {
    const remainingSharings = byHolder.get(`${change.workspaceId} ${change.userId}`);
    return { ...change, ...(remainingSharings && { remainingSharings }) };
  });
}

function changesBetween(before: readonly PermissionRow[], after: readonly PermissionRow[]): Schema<'PermissionChange'>[] {
  const keyOf = (row: PermissionRow): string => `${row.workspace_id} ${row.account_id}`;
  const [old, current] = [before, after].map((rows) => new Map(rows.map((row) => [keyOf(row), row])));
  const sorted = (row: PermissionRow | undefined): Right[] => RIGHTS.filter((right) => row?.rights.includes(right));
  return [...new Map([...before, ...after].map((row) => [keyOf(row), row])).entries()]
    .map(([key, { workspace_id: workspaceId, account_id: userId }]) => ({
      workspaceId,
      userId,
      before: sorted(old?.get(key)),
      after: sorted(current?.get(key)),
    }))
    .filter(({ before: was, after: becomes }) => was.join() !== becomes.join());
}
