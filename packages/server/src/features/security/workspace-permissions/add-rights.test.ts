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
  const ROUTE = `POST ${single}`;

  const holder = (...rights: Right[]) => make.user({ type, rights: { [workspace.id]: rights } });
  const held = async (userId: string): Promise<Right[]> =>
    (await call(`GET ${all}`, { query: { workspaceId: workspace.id, [idName]: userId } })).body[0]?.permissions ?? [];
  const add = (userId: string, body: unknown) => call(ROUTE, { path: { workspaceId: workspace.id, [idName]: userId }, body });

  test(`workspace-permissions.add.rights: ${noun}`, async () => {
    const { id } = await holder('VIEW');
    assert.equal((await add(id, ['AUTHOR', 'EXECUTE'])).status, 201);
    assert.deepEqual(await held(id), ['VIEW', 'EXECUTE', 'AUTHOR']);
    assert.equal((await add(id, ['AUTHOR', 'PUBLISH'])).status, 201, 'one of the two rights is new');
    assert.deepEqual(await held(id), ['VIEW', 'EXECUTE', 'AUTHOR', 'PUBLISH']);
  });

  test(`a right takes effect as soon as it is added, ${noun}`, async () => {
    const user = await make.user({ type });
    const list = async () => (await call('GET /orchestration/workspaces', { token: user.token })).body.length;
    assert.equal(await list(), 0);
    await add(user.id, ['VIEW']);
    assert.equal(await list(), 1);
  });

  test(`workspace-permissions.add.held: ${noun}`, async () => {
    const { id } = await holder('VIEW', 'AUTHOR');
    const sent = { path: { workspaceId: workspace.id, [idName]: id }, body: ['AUTHOR'] };
    await leavesNothing(server, ROUTE, sent, 409, 'rights_held', 'workspace_right');
    assert.deepEqual(await held(id), ['VIEW', 'AUTHOR']);
  });

  test(`workspaces.rights.executor: ${noun}`, async () => {
    const { id } = await make.user({ type });
    assert.equal((await add(id, ['EXECUTOR'])).status, 201);
    assert.deepEqual(await held(id), ['EXECUTE']);
    assertRefused(await add(id, ['EXECUTE', 'EXECUTOR']), 409, 'rights_held');
  });

  test(`a malformed body is refused, ${noun}`, async () => {
    const { id } = await make.user({ type });
    for (const body of [[], ['OWN'], ['view'], { permissions: ['VIEW'] }, [null], 'VIEW'])
      assertRefused(await add(id, body), 400, 'malformed_request');
    assert.deepEqual(await held(id), []);
  });

  test(`an unknown user and a user of another tenant are not found, ${noun}`, async () => {
    const foreign = await make.user({ type, tenant: await make.otherTenant() });
    for (const userId of [newId(), foreign.id]) {
      const sent = { path: { workspaceId: workspace.id, [idName]: userId }, body: ['VIEW'] };
      await leavesNothing(server, ROUTE, sent, 404, 'not_found', 'workspace_right');
    }
    assertRefused(await call(ROUTE, { path: { workspaceId: newId(), [idName]: foreign.id }, body: ['VIEW'] }), 404, 'not_found');
  });

  test(`workspace-permissions.all.right: adding, ${noun}`, () => assertNeedsManaging(server, workspace.id, attempt, 201));

  async function attempt(token: string | undefined): Promise<Answer> {
    const { id } = await make.user({ type });
    return call(ROUTE, { token, path: { workspaceId: workspace.id, [idName]: id }, body: ['VIEW'] });
  }
}
