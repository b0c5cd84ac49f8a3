import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Right } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { assertNeedsManaging, KINDS } from './kinds.fixture.ts';

const server = await startTestServer();
const { call, make } = server;
const workspace = await make.workspace();

for (const { noun, type, single, idName } of KINDS) {
  const ROUTE = `GET ${single}`;

  const holder = (...rights: Right[]) => make.user({ type, rights: { [workspace.id]: rights } });

  test(`answers the rights of a user on a workspace, ${noun}`, async () => {
    const { id } = await holder('PUBLISH', 'VIEW');
    const { status, body } = await call(ROUTE, { path: { workspaceId: workspace.id, [idName]: id } });
    assert.equal(status, 200);
    assert.deepEqual(body, { workspaceId: workspace.id, userId: id, permissions: ['VIEW', 'PUBLISH'] });
  });

  test(`unknown ids are not found, ${noun}`, async () => {
    const { id } = await holder('VIEW');
    assertRefused(await call(ROUTE, { path: { workspaceId: newId(), [idName]: id } }), 404, 'not_found');
    assertRefused(await call(ROUTE, { path: { workspaceId: workspace.id, [idName]: newId() } }), 404, 'not_found');
  });

  test(`workspace-permissions.all.right: reading, ${noun}`, () => assertNeedsManaging(server, workspace.id, attempt, 200));

  async function attempt(token: string | undefined): Promise<Answer> {
    const { id } = await holder('VIEW');
    return call(ROUTE, { token, path: { workspaceId: workspace.id, [idName]: id } });
  }
}
