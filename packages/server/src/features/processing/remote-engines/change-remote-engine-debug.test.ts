import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /processing/runtimes/remote-engines/{remoteEngineId}/debug';
const server = await startTestServer();
const { call, make } = server;

test('remote-engines.debug.left-out', async () => {
  const { id } = await make.engine();
  const change = async (body: object) => (await call(ROUTE, { path: { remoteEngineId: id }, body })).body.debug;
  assert.deepEqual(await change({ host: 'debug.example.com', isDebugModeOn: true }), { host: 'debug.example.com', isDebugModeOn: true });
  assert.deepEqual(await change({ isDebugModeOn: false }), { host: 'debug.example.com', isDebugModeOn: false });
  assert.deepEqual(await change({ host: null }), { host: null, isDebugModeOn: false });
  assert.deepEqual(await change({}), { host: null, isDebugModeOn: false });
  const { body } = await call('GET /processing/runtimes/remote-engines/{id}', { path: { id } });
  assert.deepEqual(body.debug, { host: null, isDebugModeOn: false });
});

test('remote-engines.debug.text', async () => {
  const { id } = await make.engine();
  for (const [sent, stored] of [
    ['true', true],
    ['false', false],
  ] as const) {
    const { body } = await call(ROUTE, { path: { remoteEngineId: id }, body: { isDebugModeOn: sent } });
    assert.equal(body.debug.isDebugModeOn, stored);
  }
});

test('remote-engines.create.permission: debugging needs SVC_CLUSTER_MANAGEMENT', async () => {
  const { id: remoteEngineId } = await make.engine();
  const path = { remoteEngineId };
  const body = { host: 'debug.example.com' };
  const { token } = await make.user({ permissions: PERMISSIONS.filter((permission) => permission !== 'SVC_CLUSTER_MANAGEMENT') });
  assertRefused(await call(ROUTE, { token, path, body }), 403, 'forbidden');
  assertRefused(await call(ROUTE, { token: undefined, path, body }), 401, 'not_signed_in');
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
  assertRefused(await call(ROUTE, { token: stranger.token, path, body }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { remoteEngineId: newId() }, body }), 404, 'not_found');
  const enough = await make.user({ permissions: ['SVC_CLUSTER_MANAGEMENT'] });
  assert.equal((await call(ROUTE, { token: enough.token, path, body })).status, 200);
});

test('a malformed body is refused', async () => {
  const { id } = await make.engine();
  for (const body of [{ host: 5 }, { isDebugModeOn: 'yes' }, { port: 1 }])
    assertRefused(await call(ROUTE, { path: { remoteEngineId: id }, body }), 400, 'malformed_request');
});
