import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import type { Problem } from '../../../core/base/problem.ts';
import { inSavepoint } from '../../../core/database/savepoint.ts';
import { findUser } from '../../accounts/users/index.ts';
import { lockManagedWorkspace, lockManagedWorkspaces } from './access.ts';
import { removeRightsOf } from './queries.ts';
import { listsSomething } from './rules.ts';

type Rejected = Schema<'PermissionDeleteResult'>;

/** Removes every right of the listed users on the listed workspaces. */
export const removeUserRightsInBatch = endpoint('DELETE /security/permissions/batch', {
  allow: 'signed-in',

  async run({ actor, tx, query }) {
    const userIds = [...new Set(query.userIds ?? [])];
    const workspaceIds = [...new Set(query.workspaceIds ?? [])].toSorted();
    listsSomething(userIds, workspaceIds);

    const locked = await lockManagedWorkspaces(tx, actor, workspaceIds.length > 0 ? workspaceIds : 'all');
    const places = await sort(tx, workspaceIds, (id) => lockManagedWorkspace(tx, actor, id));
    const users = await sort(tx, userIds, (id) => findUser(tx, actor, id));
    const workspaces = workspaceIds.length > 0 ? places.taken : locked.map(({ id }) => id);
    await removeRightsOf(tx, workspaces, userIds.length > 0 ? users.taken : 'all');

    const rejected = [
      ...places.refused.flatMap(({ id, problem }) => pairs([id], userIds, problem)),
      ...users.refused.flatMap(({ id, problem }) =>
        workspaceIds.length > 0 ? places.taken.flatMap((place) => pairs([place], [id], problem)) : pairs([], [id], problem),
      ),
    ];
    return rejected.length === 0 ? { status: 204 } : { status: 207, body: rejected };
  },
});

type Sorted = { taken: string[]; refused: { id: string; problem: Problem }[] };

/** Which ids the caller may use, and why not the others. */
async function sort(tx: Tx, ids: readonly string[], find: (id: string) => Promise<unknown>): Promise<Sorted> {
  const sorted: Sorted = { taken: [], refused: [] };
  for (const id of ids) {
    const problem = await inSavepoint(tx, async () => void (await find(id)));
    if (problem) sorted.refused.push({ id, problem });
    else sorted.taken.push(id);
  }
  return sorted;
}

/** A refusal for each pair; for what is listed without a partner, one that names no pair. */
function pairs(workspaces: readonly string[], users: readonly string[], { status, message }: Problem): Rejected[] {
  if (workspaces.length === 0 || users.length === 0) return [{ status, message }];
  return workspaces.flatMap((workspaceId) => users.map((userId) => ({ status, message, permissionId: { workspaceId, userId } })));
}
