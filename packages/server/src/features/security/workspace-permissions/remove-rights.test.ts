import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Right } from '@millrace/contract';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { assertNeedsManaging, KINDS } from './kinds.fixture.ts';

const server = await startTestServer();
const { call, make } = server;
const workspace = await make.workspace();

for (const { noun, type, single, all, idName } of KINDS) {
  const ROUTE = `DELETE ${single}`;

  const holder = (...rights: Right[]) => make.user({ type, rights: { [workspace.id]: rights } });
  const held = async (userId: string): Promise<Right[]> =>
    (await call(`GET ${all}`, { query: { workspaceId: workspace.id, [idName]: userId } })).body[0]?.permissions ?? [];

  test(`workspace-permissions.remove.rights: ${noun}`, async () => {
    const elsewhere = await make.workspace();
    const user = await make.user({ type, rights: { [workspace.id]: ['VIEW', 'AUTHOR'], [elsewhere.id]: ['PUBLISH'] } });
    const other = await holder('VIEW');
    const path = { workspaceId: workspace.id, [idName]: user.id };
    assert.equal((await call(ROUTE, { path })).status, 204);
    assert.deepEqual(await held(user.id), []);
    const kept = await call(`GET ${all}`, { query: { [idName]: user.id } });
    assert.deepEqual(kept.body, [{ workspaceId: elsewhere.id, userId: user.id, permissions: ['PUBLISH'] }]);
    assert.deepEqual(await held(other.id), ['VIEW']);
    assertRefused(await call(ROUTE, { path }), 404, 'not_found');
  });

  test(`workspace-permissions.all.right: removing, ${noun}`, () => assertNeedsManaging(server, workspace.id, attempt, 204));

  async function attempt(token: string | undefined): Promise<Answer> {
    const { id } = await holder('VIEW');
    return call(ROUTE, { token, path: { workspaceId: workspace.id, [idName]: id } });
  }
}
