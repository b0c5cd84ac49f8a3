/** Dry runs: the effects that a batch of changes of rights would have. */
import { RIGHTS, type Right, type Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { undone } from '../../../core/database/savepoint.ts';
import type { Actor } from '../../../identity/actor.ts';
import { selectRemainingSharings } from '../../sharing/sharing/index.ts';
import type { PermissionRow } from './json.ts';
import { selectPermissions, type PermissionFilter } from './queries.ts';

/**
 * Makes the changes of a batch, compares the selected rights before and after, and undoes the changes.
 * @rule workspace-permissions.batch.dry-run
 */
export async function afterPreview<Rejected>(
  tx: Tx,
  actor: Actor,
  filter: PermissionFilter,
  apply: () => Promise<Rejected[]>,
): Promise<{ changes: Schema<'PermissionChange'>[]; rejected: Rejected[] }> {
  return undone(tx, async () => {
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
