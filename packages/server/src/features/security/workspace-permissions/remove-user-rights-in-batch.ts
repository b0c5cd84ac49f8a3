import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import type { Problem } from '../../../core/base/problem.ts';
import { inSavepoint } from '../../../core/database/savepoint.ts';
import { findUser } from '../../accounts/users/index.ts';
import { lockManagedWorkspace, lockManagedWorkspaces } from './access.ts';
import { removeRightsOf } from './queries.ts';
import { namesUsersOrWorkspaces } from './rules.ts';

type Rejected = Schema<'PermissionDeleteResult'>;

/** Removes every right of the listed users on the listed workspaces. */
export const removeUserRightsInBatch = endpoint('DELETE /security/permissions/batch', {
  allow: 'signed-in',

  async run({ actor, tx, query }) {
    const userIds = [...new Set(query.userIds ?? [])];
    const workspaceIds = [...new Set(query.workspaceIds ?? [])].toSorted();
    namesUsersOrWorkspaces(userIds, workspaceIds);

    const locked = await lockManagedWorkspaces(tx, actor, workspaceIds.length > 0 ? workspaceIds : 'all');
    const checkedWorkspaces = await check(tx, workspaceIds, (id) => lockManagedWorkspace(tx, actor, id));
    const checkedUsers = await check(tx, userIds, (id) => findUser(tx, actor, id));
    const workspaces = workspaceIds.length > 0 ? checkedWorkspaces.usable : locked.map(({ id }) => id);
    await removeRightsOf(tx, workspaces, userIds.length > 0 ? checkedUsers.usable : 'all');

    const rejected = [
      ...checkedWorkspaces.refused.flatMap(({ id, problem }) => pairs([id], userIds, problem)),
      ...checkedUsers.refused.flatMap(({ id, problem }) =>
        workspaceIds.length > 0
          ? checkedWorkspaces.usable.flatMap((workspaceId) => pairs([workspaceId], [id], problem))
          : pairs([], [id], problem),
      ),
    ];
    return rejected.length === 0 ? { status: 204 } : { status: 207, body: rejected };
  },
});

type Checked = { usable: string[]; refused: { id: string; problem: Problem }[] };

/** Separates the ids that the caller may use from the others, which get the reason. */
async function check(tx: Tx, ids: readonly string[], find: (id: string) => Promise<unknown>): Promise<Checked> {
  const result: Checked = { usable: [], refused: [] };
  for (const id of ids) {
    const problem = await inSavepoint(tx, async () => void (await find(id)));
    if (problem) result.refused.push({ id, problem });
    else result.usable.push(id);
  }
  return result;
}

/** Returns a refusal for each pair of a workspace and a user, or one refusal without a pair if one of the lists is empty. */
function pairs(workspaces: readonly string[], users: readonly string[], { status, message }: Problem): Rejected[] {
  if (workspaces.length === 0 || users.length === 0) return [{ status, message }];
  return workspaces.flatMap((workspaceId) => users.map((userId) => ({ status, message, permissionId: { workspaceId, userId } })));
}
