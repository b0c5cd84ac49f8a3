import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS, type Permission, type Right } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { isRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { KINDS } from './kinds.fixture.ts';

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
    isRefused(await call(ROUTE, { path: { workspaceId: newId(), [idName]: id } }), 404, 'not_found');
    isRefused(await call(ROUTE, { path: { workspaceId: workspace.id, [idName]: newId() } }), 404, 'not_found');
  });

  test(`workspace-permissions.all.right: reading, ${noun}`, async () => {
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
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
  });

  async function attempt(token: string | undefined): Promise<Answer> {
    const { id } = await holder('VIEW');
    return call(ROUTE, { token, path: { workspaceId: workspace.id, [idName]: id } });
  }
}
