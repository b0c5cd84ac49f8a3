import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Right } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { KINDS } from './kinds.fixture.ts';

const { call, make } = await startTestServer();

for (const { noun, type, all, idName } of KINDS) {
  const ROUTE = `GET ${all}`;

  const north = await make.workspace({ name: 'a' });
  const south = await make.workspace({ name: 'b', environment: north.environment });
  const elsewhere = await make.workspace({ name: 'c' });
  const ada = await make.user({ type, rights: { [north.id]: ['AUTHOR', 'VIEW'], [elsewhere.id]: ['MANAGE'] } });
  const bob = await make.user({ type, rights: { [south.id]: ['VIEW'] } });

  const list = async (query: Record<string, string>, token?: string): Promise<[string, string, Right[]][]> => {
    const { status, body } = await call(ROUTE, { query, ...(token !== undefined && { token }) });
    assert.equal(status, 200, JSON.stringify(body));
    return body.map(({ workspaceId, userId, permissions }: { workspaceId: string; userId: string; permissions: Right[] }) => [
      workspaceId,
      userId,
      permissions,
    ]);
  };

  test(`filters by workspace, environment and user, ${noun}`, async () => {
    const all: [string, string, Right[]][] = [
      [north.id, ada.id, ['VIEW', 'AUTHOR']],
      [south.id, bob.id, ['VIEW']],
      [elsewhere.id, ada.id, ['MANAGE']],
    ];
    assert.deepEqual(await list({}), all);
    assert.deepEqual(await list({ workspaceId: south.id }), [all[1]]);
    assert.deepEqual(await list({ environmentId: north.environment }), [all[0], all[1]]);
    assert.deepEqual(await list({ [idName]: ada.id }), [all[0], all[2]]);
    assert.deepEqual(await list({ [idName]: bob.id, workspaceId: north.id }), []);
  });

  test(`workspace-permissions.list.unknown: ${noun}`, async () => {
    for (const name of ['workspaceId', 'environmentId', idName]) {
      assertRefused(await call(ROUTE, { query: { [name]: newId() } }), 404, 'not_found');
      assertRefused(await call(ROUTE, { query: { [name]: 'north' } }), 400, 'malformed_request');
    }
    const foreign = await make.user({ type, tenant: await make.otherTenant(), permissions: ['SVC_ENVIRONMENT_MANAGEMENT'] });
    assertRefused(await call(ROUTE, { query: { [idName]: foreign.id } }), 404, 'not_found');
    assertRefused(await call(ROUTE, { token: foreign.token, query: { workspaceId: north.id } }), 404, 'not_found');
    assertRefused(await call(ROUTE, { token: foreign.token, query: { environmentId: north.environment } }), 404, 'not_found');
    assert.deepEqual(await list({}, foreign.token), []);
  });

  test(`workspace-permissions.all.right: a list has only workspaces that the caller manages, ${noun}`, async () => {
    assert.deepEqual(await list({}, ada.token), [[elsewhere.id, ada.id, ['MANAGE']]]);
    assert.deepEqual(await list({}, bob.token), []);
    assertRefused(await call(ROUTE, { token: ada.token, query: { workspaceId: north.id } }), 403, 'right_missing');
    assertRefused(await call(ROUTE, { token: bob.token, query: { workspaceId: elsewhere.id } }), 404, 'not_found');
  });
}
