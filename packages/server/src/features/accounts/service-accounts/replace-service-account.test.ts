import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /account/service-accounts/{id}';
const READ = 'GET /account/service-accounts/{id}';
const server = await startTestServer();
const { call, make } = server;
const create = async (name: string) =>
  (await call('POST /account/service-accounts', { body: { name, permissions: ['SVC_OPERATOR'] } })).body;

test('service-accounts.replace.fields', async () => {
  const { secret, ...made } = await create('before');
  const sent = {
    ...made,
    secret,
    name: 'after',
    permissions: ['AUDIT_LOGS_VIEW'],
    createdDate: '1999-01-01T00:00:00Z',
    lastUsedApi: 'GET /',
  };
  const { status, body } = await call(ROUTE, { path: { id: made.id }, body: sent });
  assert.equal(status, 200);
  const { lastModifiedDate, ...rest } = body;
  assert.deepEqual(rest, { id: made.id, name: 'after', permissions: ['AUDIT_LOGS_VIEW'], createdDate: made.createdDate });
  assert.ok(lastModifiedDate > made.lastModifiedDate);
  assert.deepEqual((await call(READ, { path: { id: made.id } })).body, body);
});

test('the answer of a read can be sent back', async () => {
  const { id } = await create('echoed');
  const { body: read } = await call(READ, { path: { id } });
  const { body: replaced } = await call(ROUTE, { path: { id }, body: read });
  assert.deepEqual({ ...replaced, lastModifiedDate: '' }, { ...read, lastModifiedDate: '' });
});

test('service-accounts.create.name: renaming', async () => {
  await create('occupied');
  const { id } = await create('renamed');
  await leavesNothing(
    server,
    ROUTE,
    { path: { id }, body: { name: 'occupied', permissions: [] } },
    409,
    'service_account_name_taken',
    'service_account',
  );
  assert.deepEqual((await call(READ, { path: { id } })).body.permissions, ['SVC_OPERATOR'], 'nothing was changed');
  assert.equal((await call(ROUTE, { path: { id }, body: { name: 'renamed', permissions: [] } })).status, 200, 'its own name');
});

test('service-accounts.all.permission: reading and changing', async () => {
  const { id } = await create('guarded');
  const body = { name: 'x', permissions: [] };
  const user = await make.user({ permissions: ['SVC_USER_MANAGEMENT'] });
  const foreign = await make.user({ tenant: await make.otherTenant(), permissions: ['SVC_SERVICE_ACCOUNT_MANAGEMENT'] });
  for (const [route, sent] of [
    [ROUTE, { body }],
    [READ, {}],
    ['DELETE /account/service-accounts/{id}', {}],
  ] as const) {
    assertRefused(await call(route, { ...sent, token: undefined, path: { id } }), 401, 'not_signed_in');
    assertRefused(await call(route, { ...sent, token: user.token, path: { id } }), 403, 'forbidden');
    assertRefused(await call(route, { ...sent, token: foreign.token, path: { id } }), 404, 'not_found');
    assertRefused(await call(route, { ...sent, path: { id: user.id } }), 404, 'not_found');
    assertRefused(await call(route, { ...sent, path: { id: crypto.randomUUID() } }), 404, 'not_found');
  }
  assert.equal((await call(READ, { path: { id } })).body.name, 'guarded');
});
