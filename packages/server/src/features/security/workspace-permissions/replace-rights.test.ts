import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS, type Permission, type Right } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { isRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { KINDS } from './kinds.fixture.ts';

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
    isRefused(await call(ROUTE.replace('PUT', 'DELETE'), { path }), 404, 'not_found');
    isRefused(await call(ROUTE.replace('PUT', 'GET'), { path }), 404, 'not_found');
  });

  test(`a malformed body is refused and changes nothing, ${noun}`, async () => {
    const { id } = await holder('AUTHOR');
    for (const body of [[], ['OWN'], {}]) isRefused(await replace(id, body), 400, 'malformed_request');
    assert.deepEqual(await held(id), ['AUTHOR']);
    isRefused(await replace(newId(), ['VIEW']), 404, 'not_found');
  });

  test(`workspace-permissions.all.right: replacing, ${noun}`, async () => {
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
    return call(ROUTE, { token, path: { workspaceId: workspace.id, [idName]: id }, body: ['AUTHOR'] });
  }
}
