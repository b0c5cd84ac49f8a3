import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /processing/engines';
const server = await startTestServer();
const { call, make } = server;

test('remote-engines.versions.form', async () => {
  const environment = await make.environment();
  const workspace = await make.workspace({ environment });
  const engine = await standInEngine(server, environment);
  // The version of the pairing does not count: an upgraded program sends its version with its next heartbeat.
  assert.equal((await engine.send('POST /engine/v1/beats', { running: [], version: '1.2.3' })).status, 200);
  await engine.heartbeat();
  const idle = await make.engine({ environment });
  const { token } = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['VIEW'] } });
  const { status, body } = await call(ROUTE, { token });
  const listed = (await call('GET /processing/runtimes/remote-engines', { token })).body as {
    id: string;
    name: string;
    runtimeId: string;
  }[];
  assert.deepEqual([status, body.count, body.enginesInfo.length], [200, 2, 2]);
  for (const { id, name, runtimeId } of listed) {
    const info = body.enginesInfo.find((item: { id: string }) => item.id === id);
    assert.deepEqual([info.engineId, info.name, info.packageVersion], [runtimeId, name, id === engine.id ? '1.2.3' : undefined]);
  }
  assert.ok(listed.some(({ id }) => id === idle.id));
});

test('remote-engines.versions.form: the callers that may list engines may read their versions', async () => {
  assertRefused(await call(ROUTE, { token: undefined }), 401, 'not_signed_in');
  assertRefused(await call(ROUTE, { token: (await make.user()).token }), 403, 'forbidden');
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: ['SVC_CLUSTER_MANAGEMENT'] });
  assert.deepEqual((await call(ROUTE, { token: stranger.token })).body, { count: 0, enginesInfo: [] });
});
