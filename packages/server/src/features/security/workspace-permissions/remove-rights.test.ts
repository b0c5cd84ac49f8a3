import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS, type Permission, type Right } from '@millrace/contract';
import { isRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /security/workspaces/{workspaceId}/users/{userId}/permissions';
const server = await startTestServer();
const { call, make } = server;
const workspace = await make.workspace();

const holder = (...rights: Right[]) => make.user({ rights: { [workspace.id]: rights } });
const held = async (userId: string): Promise<Right[]> =>
  (await call('GET /security/permissions', { query: { workspaceId: workspace.id, userId } })).body[0]?.permissions ?? [];

test('workspace-permissions.remove.rights', async () => {
  const elsewhere = await make.workspace();
  const user = await make.user({ rights: { [workspace.id]: ['VIEW', 'AUTHOR'], [elsewhere.id]: ['PUBLISH'] } });
  const other = await holder('VIEW');
  const path = { workspaceId: workspace.id, userId: user.id };
  assert.equal((await call(ROUTE, { path })).status, 204);
  assert.deepEqual(await held(user.id), []);
  const kept = await call('GET /security/permissions', { query: { userId: user.id } });
  assert.deepEqual(kept.body, [{ workspaceId: elsewhere.id, userId: user.id, permissions: ['PUBLISH'] }]);
  assert.deepEqual(await held(other.id), ['VIEW']);
  isRefused(await call(ROUTE, { path }), 404, 'not_found');
});

test('workspace-permissions.all.right: removing', async () => {
  const without = PERMISSIONS.filter((permission) => permission !== 'SVC_ENVIRONMENT_MANAGEMENT');
  const as = async (permissions: readonly Permission[], rights: readonly Right[], tenant?: string): Promise<Answer> => {
    const caller = await make.user({ permissions, rights: { [workspace.id]: rights }, ...(tenant !== undefined && { tenant }) });
    return attempt(caller.token);
  };
  isRefused(await attempt(undefined), 401, 'not_signed_in');
  isRefused(await as(without, []), 404, 'not_found');
  isRefused(await as(without, ['VIEW', 'EXECUTE', 'AUTHOR', 'PUBLISH']), 403, 'right_missing');
  isRefused(await as(PERMISSIONS, ['MANAGE'], await make.otherTenant()), 404, 'not_found');
  for (const answer of [await as([], ['MANAGE']), await as(['SVC_ENVIRONMENT_MANAGEMENT'], [])])
    assert.equal(answer.status, 204, JSON.stringify(answer.body));
});

async function attempt(token: string | undefined): Promise<Answer> {
  const { id } = await holder('VIEW');
  return call(ROUTE, { token, path: { workspaceId: workspace.id, userId: id } });
}
