import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /orchestration/environments/{Id}';
const { call, make } = await startTestServer();

const shown = async (id: string): Promise<object> =>
  (await call('GET /orchestration/environments', { query: { query: `id==${id}` } })).body[0];

test('replaces the values; a value that the body leaves out is cleared', async () => {
  const id = await make.environment();
  const put = (body: object) => call(ROUTE, { path: { Id: id }, body });
  assert.equal((await put({ name: ' Renamed ', description: 'why', maxCloudContainers: 4 })).status, 204);
  assert.deepEqual(await shown(id), { id, name: 'Renamed', description: 'why', maxCloudContainers: 4, default: false });
  assert.equal((await put({ name: 'Renamed' })).status, 204);
  assert.deepEqual(await shown(id), { id, name: 'Renamed', maxCloudContainers: 0, default: false });
});

test('does not change which environment is the default', async () => {
  const [{ id }] = (await call('GET /orchestration/environments', { query: { query: 'default==true' } })).body;
  assert.equal((await call(ROUTE, { path: { Id: id }, body: { name: 'First' } })).status, 204);
  assert.deepEqual(await shown(id), { id, name: 'First', maxCloudContainers: 0, default: true });
});

test('environments.replace.name', async () => {
  const [first, second] = [await make.environment({ name: 'One' }), await make.environment({ name: 'Other' })];
  const before = await shown(first);
  assertRefused(await call(ROUTE, { path: { Id: first }, body: { name: 'Other', description: 'lost' } }), 409, 'environment_name_taken');
  assert.deepEqual(await shown(first), before);
  assert.equal((await call(ROUTE, { path: { Id: second }, body: { name: 'Other' } })).status, 204, 'an environment may keep its name');
});

test('environments.1.permission: replacing', async () => {
  const id = await make.environment();
  const before = await shown(id);
  const sent = { path: { Id: id }, body: { name: 'Allowed' } };
  assertRefused(await call(ROUTE, { ...sent, token: undefined }), 401, 'not_signed_in');
  const operator = await make.user({ permissions: ['SVC_OPERATOR', 'SVC_CLUSTER_MANAGEMENT'] });
  assertRefused(await call(ROUTE, { ...sent, token: operator.token }), 403, 'forbidden');
  assert.deepEqual(await shown(id), before);
  const manager = await make.user({ permissions: ['SVC_ENVIRONMENT_MANAGEMENT'] });
  assert.equal((await call(ROUTE, { ...sent, token: manager.token })).status, 204);
});

test('answers 404 to unknown environments and environments of another tenant', async () => {
  const foreign = await make.environment({ tenant: await make.otherTenant() });
  for (const Id of [foreign, crypto.randomUUID()])
    assertRefused(await call(ROUTE, { path: { Id }, body: { name: 'Mine' } }), 404, 'not_found');
});

test('refuses a malformed body', async () => {
  const id = await make.environment();
  const before = await shown(id);
  const bodies = [
    undefined,
    {},
    { name: '' },
    { name: '  ' },
    { name: 'x'.repeat(256) },
    { name: 'a', maxCloudContainers: -1 },
    { name: 'a', maxCloudContainers: 100_001 },
    { name: 'a', owner: 'admin' },
  ];
  for (const body of bodies) assertRefused(await call(ROUTE, { path: { Id: id }, body }), 400, 'malformed_request');
  assertRefused(await call(ROUTE, { path: { Id: 'no-id' }, body: { name: 'a' } }), 400, 'malformed_request');
  assert.deepEqual(await shown(id), before);
});
