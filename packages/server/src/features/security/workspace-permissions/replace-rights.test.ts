import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Right } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { assertNeedsManaging, KINDS } from './kinds.fixture.ts';

const server = await startTestServer();
const { call, make } = server;
const workspace = await make.workspace();

for (const { noun, type, single, all, idName } of KINDS) {
  const ROUTE = `PUT ${single}`;

  const holder = (...rights: Right[]) => make.user({ type, rights: { [workspace.id]: rights } });
  const held = async (userId: string): Promise<Right[]> =>
    (await call(`GET ${all}`, { query: { workspaceId: workspace.id, [idName]: userId } })).body[0]?.permissions ?? [];
  const replace = (userId: string, body: unknown) => call(ROUTE, { path: { workspaceId: workspace.id, [idName]: userId }, body });

  test(`workspace-permissions.set.rights: ${noun}`, async () => {
    const { id } = await holder('VIEW', 'AUTHOR');
    assert.equal((await replace(id, ['PUBLISH', 'EXECUTOR'])).status, 204);
    assert.deepEqual(await held(id), ['EXECUTE', 'PUBLISH']);
    assert.equal((await replace(id, ['PUBLISH', 'EXECUTOR'])).status, 204);
    assert.deepEqual(await held(id), ['EXECUTE', 'PUBLISH']);
  });

  test(`workspace-permissions.set.missing: ${noun}`, async () => {
    const { id } = await make.user({ type });
    const path = { workspaceId: workspace.id, [idName]: id };
    await leavesNothing(server, ROUTE, { path, body: ['VIEW'] }, 404, 'not_found', 'workspace_right');
    assertRefused(await call(ROUTE.replace('PUT', 'DELETE'), { path }), 404, 'not_found');
    assertRefused(await call(ROUTE.replace('PUT', 'GET'), { path }), 404, 'not_found');
  });

  test(`a malformed body is refused and changes nothing, ${noun}`, async () => {
    const { id } = await holder('AUTHOR');
    for (const body of [[], ['OWN'], {}]) assertRefused(await replace(id, body), 400, 'malformed_request');
    assert.deepEqual(await held(id), ['AUTHOR']);
    assertRefused(await replace(newId(), ['VIEW']), 404, 'not_found');
  });

  test(`workspace-permissions.all.right: replacing, ${noun}`, () => assertNeedsManaging(server, workspace.id, attempt, 204));

  async function attempt(token: string | undefined): Promise<Answer> {
    const { id } = await holder('VIEW');
    return call(ROUTE, { token, path: { workspaceId: workspace.id, [idName]: id }, body: ['AUTHOR'] });
  }
}
