import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}';
const server = await startTestServer();
const { call, make } = server;
const { environment } = await make.workspace();
const remove = (clusterId: string, engineId: string) => call(ROUTE, { path: { clusterId, engineId } });

test('an engine that is removed from its cluster may join another', async () => {
  const engine = await make.engine({ environment });
  const [first, second] = [await make.cluster({ environment, engines: [engine.id] }), await make.cluster({ environment })];
  assert.equal((await remove(first.id, engine.id)).status, 204);
  const { body } = await call('GET /processing/runtimes/remote-engine-clusters/{clusterId}', { path: { clusterId: first.id } });
  assert.deepEqual(body.engines, []);
  const add = ROUTE.replace('DELETE', 'PUT');
  assert.equal((await call(add, { path: { clusterId: second.id, engineId: engine.id }, body: {} })).status, 204);
});

test('engine-clusters.remove.missing', async () => {
  const engine = await make.engine({ environment });
  const [first, second] = [await make.cluster({ environment, engines: [engine.id] }), await make.cluster({ environment })];
  assertRefused(await remove(second.id, engine.id), 404, 'not_found');
  assertRefused(await remove(first.id, newId()), 404, 'not_found');
  assertRefused(await remove(newId(), engine.id), 404, 'not_found');
  assert.equal((await remove(first.id, engine.id)).status, 204);
  assertRefused(await remove(first.id, engine.id), 404, 'not_found');
});

test('engine-clusters.create.permission: removing an engine needs SVC_CLUSTER_MANAGEMENT', async () => {
  const engine = await make.engine({ environment });
  const cluster = await make.cluster({ environment, engines: [engine.id] });
  const send = (token: string | undefined) => call(ROUTE, { token, path: { clusterId: cluster.id, engineId: engine.id } });
  const without = await make.user({ permissions: PERMISSIONS.filter((permission) => permission !== 'SVC_CLUSTER_MANAGEMENT') });
  assertRefused(await send(without.token), 403, 'forbidden');
  assertRefused(await send(undefined), 401, 'not_signed_in');
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
  assertRefused(await send(stranger.token), 404, 'not_found');
  assert.equal((await send((await make.user({ permissions: ['SVC_CLUSTER_MANAGEMENT'] })).token)).status, 204);
});
