import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /account/users';
const server = await startTestServer();
const { call, make } = server;
const tenant = await make.otherTenant();
const { token, login } = await make.user({ tenant, permissions: ['SVC_USER_MANAGEMENT', 'SVC_ROLE_MANAGEMENT'] });
const create = async (name: string) => {
  const body = { login: name, email: 'a@example.com', firstName: 'A', lastName: 'B' };
  return (await call('POST /account/users', { token, body })).body;
};

test('users.list.page', async () => {
  for (const name of ['Zoe', 'anna', 'Bert']) await create(name);
  await make.user({ tenant, type: 'SERVICE' });
  const logins = async (query: Record<string, unknown> = {}): Promise<string[]> =>
    (await call(ROUTE, { token, query })).body.map((user: { login: string }) => user.login);
  const all = ['anna', 'Bert', login, 'Zoe'];
  assert.deepEqual(await logins(), all);
  assert.deepEqual([...(await logins({ size: 3 })), ...(await logins({ size: 3, page: 2 }))], all);
  const { headers } = await call(ROUTE, { token, query: { size: 3 } });
  assert.deepEqual([headers.get('total-elements'), headers.get('page-last')], ['4', 'false']);
  for (const query of [{ page: 0 }, { size: 101 }, { size: 'all' }])
    assertRefused(await call(ROUTE, { token, query }), 400, 'malformed_request');
});

test('users.all.people', async () => {
  const service = await make.user({ tenant, type: 'SERVICE' });
  const role = (await call('POST /account/roles', { token, body: { name: 'For people' } })).body;
  const body = { login: 'other', email: 'a@example.com', firstName: 'A', lastName: 'B' };
  const calls: [string, object][] = [
    ['GET /account/users/{id}', {}],
    ['PUT /account/users/{id}', { body }],
    ['DELETE /account/users/{id}', {}],
    ['GET /account/users/{id}/roles', {}],
    ['POST /account/users/{id}/roles', { body: [role.id] }],
    ['DELETE /account/users/{id}/roles/{roleId}', {}],
    ['DELETE /account/roles/{id}/users/{userId}', {}],
    ['POST /account/roles/{id}/users', { body: [service.id] }],
  ];
  const before = await server.count('account', 'account_role');
  for (const [route, sent] of calls) {
    const path = { id: route.includes('/roles/{id}') ? role.id : service.id, roleId: role.id, userId: service.id };
    assertRefused(await call(route, { token, ...sent, path }), 404, 'not_found');
  }
  assert.deepEqual(await server.count('account', 'account_role'), before);
  assert.equal((await call('GET /account/me', { token: service.token })).status, 200);
});

test('shows no user of another tenant', async () => {
  const { id } = await make.user();
  for (const unknown of [id, newId()])
    assertRefused(await call('GET /account/users/{id}', { token, path: { id: unknown } }), 404, 'not_found');
});
