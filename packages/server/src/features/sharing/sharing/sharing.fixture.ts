/** Entities and sharing sets for tests. */
import assert from 'node:assert/strict';
import type { Answer, TestServer } from '../../../../test/support/server.ts';
import type { LevelCode } from './entity-types.ts';
import { shareNewEntity } from './index.ts';

/** The operations on one sharing set. */
export const SET_ROUTES = {
  read: 'GET /sharing/sharingset/{entityType}/{entityId}',
  replace: 'PUT /sharing/sharingset/{entityType}/{entityId}',
  change: 'PATCH /sharing/sharingset/{entityType}/{entityId}',
  bulk: 'PATCH /sharing/sharingset',
} as const;

/** An entry of a user for a request; without a level it removes the sharing. */
export const userAt = (userId: string, code?: LevelCode) => ({ userId, ...(code && { level: { code } }) });

/** An entry of a group for a request; without a level it removes the sharing. */
export const groupAt = (groupId: string, code?: LevelCode) => ({ groupId, ...(code && { level: { code } }) });

/** Binds the functions of the tests of sharing to one server. */
export async function sharingOn({ call, make, platform }: TestServer) {
  const workspace = await make.workspace();
  let number = 0;
  const connection = async (owner?: { id: string; tenant: string }): Promise<string> => {
    const body = { name: `Shared ${(number += 1)}`, workspaceId: workspace.id, app: 'http', parameters: [] };
    const { id } = (await call('POST /orchestration/connections', { body })).body;
    if (owner) await platform.db.transaction((tx) => shareNewEntity(tx, { tenant: owner.tenant, type: 'connection', id, owner: owner.id }));
    return id;
  };
  const pathOf = (entityId: string) => ({ entityType: 'connection', entityId });
  const readSet = async (entityId: string, token: string | undefined, query: Record<string, unknown> = {}): Promise<Answer['body']> => {
    const { status, body } = await call(SET_ROUTES.read, { token, path: pathOf(entityId), query });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };

  return {
    workspace,
    /** Makes a connection, with an owner if one is given. */
    connection,
    /** Builds the path of a connection. */
    pathOf,
    /** Reads the sharing set of a connection as the holder of a token. */
    readSet,
    /** The levels in a sharing set, by the id of the user or group. */
    levels: async (entityId: string, token: string | undefined): Promise<Record<string, string>> => {
      const { users, groups } = await readSet(entityId, token, { limit: 1000 });
      const all = [...users, ...groups].map((one) => [one.userId ?? one.groupId, one.level.code]);
      return Object.fromEntries(all);
    },
    /** Sends a body that adds, changes and removes sharings of a connection. */
    change: (entityId: string, token: string | undefined, body: object): Promise<Answer> =>
      call(SET_ROUTES.change, { token, path: pathOf(entityId), body }),
    /** Sends a body that replaces all sharings of a connection. */
    replace: (entityId: string, token: string | undefined, body: object): Promise<Answer> =>
      call(SET_ROUTES.replace, { token, path: pathOf(entityId), body }),
    /** Makes a group of users. */
    group: async (...userIds: string[]): Promise<string> =>
      (await call('POST /account/groups', { body: { name: `Readers ${(number += 1)}`, userIds } })).body.id,
  };
}
