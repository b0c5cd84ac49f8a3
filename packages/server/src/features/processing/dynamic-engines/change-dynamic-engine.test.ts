import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assignTo, standInOperator } from '../../../../test/support/operator.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const PUT = 'PUT /processing/runtimes/dynamic-engines/{id}';
const DELETE = 'DELETE /processing/runtimes/dynamic-engines/{id}';
const GET = 'GET /processing/runtimes/dynamic-engines/{id}';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;

const created = async (): Promise<string> =>
  (await call('POST /processing/runtimes/dynamic-engines', { body: { name: 'Engine' } })).body.id;
const body = { name: ' Renamed ', description: 'Moved' };

test('replaces the name and the description', async () => {
  const id = await created();
  const { token, login } = await make.user({ permissions: ['SVC_CLUSTER_MANAGEMENT'] });
  const { status, body: replaced } = await call(PUT, { token, path: { id }, body });
  assert.equal(status, 200);
  assert.deepEqual(
    [replaced.name, replaced.description, replaced.lastModifiedBy, replaced.createdBy],
    ['Renamed', 'Moved', login, 'admin'],
  );
  assert.ok(replaced.lastModifiedDate > replaced.creationDate);
  assert.equal(replaced.lastModifiedStateDate, replaced.creationDate);
  assert.deepEqual((await call(GET, { path: { id } })).body, replaced);
  assert.equal((await call(PUT, { path: { id }, body: { name: 'x', description: '' } })).body.description, '');
});

test('refuses a malformed replacement, unknown ids, malformed ids and engines of another tenant', async () => {
  const id = await created();
  for (const wrong of [{}, { name: 'x' }, { description: 'x' }, { ...body, name: ' ' }, { ...body, description: 'x'.repeat(1025) }])
    assertRefused(await call(PUT, { path: { id }, body: wrong }), 400, 'malformed_request');
  const foreign = await make.dynamicEngine({ tenant: await make.otherTenant() });
  for (const route of [PUT, DELETE]) {
    const sent = route === PUT ? { body } : {};
    for (const other of [foreign.id, crypto.randomUUID()])
      await leavesNothing(server, route, { ...sent, path: { id: other } }, 404, 'not_found', 'dynamic_engine');
    assertRefused(await call(route, { ...sent, path: { id: '42' } }), 400, 'malformed_request');
  }
});

test('dynamic-engines.replace.ongoing', async () => {
  const operator = await standInOperator(server);
  const path = { id: operator.id };
  const refusesBoth = async (): Promise<void> => {
    await leavesNothing(server, PUT, { path, body }, 409, 'dynamic_engine_busy', 'dynamic_engine');
    await leavesNothing(server, DELETE, { path }, 409, 'dynamic_engine_busy', 'dynamic_engine');
  };
  for (const status of ['UPDATING', 'STOPPING'] as const) {
    await operator.report({ infra: { status } });
    await refusesBoth();
  }
  await operator.fallSilent();
  assert.equal((await call(PUT, { path, body })).status, 200, 'an old report says nothing about operations in progress');
  await operator.report();
  assert.equal((await call(PUT, { path, body })).status, 200);

  const environmentId = await make.dynamicEnvironment();
  await assignTo(server, environmentId, operator.id);
  await call('DELETE /orchestration/dynamic-engine-environments/{environmentId}/connection', { path: { environmentId } });
  await refusesBoth();
  await operator.reportAll('NOT_DEPLOYED');
  assert.equal((await call(DELETE, { path })).status, 202);
  await refusesBoth();
});

test('dynamic-engines.delete.use', async () => {
  const operator = await standInOperator(server);
  const environmentId = await make.dynamicEnvironment();
  await assignTo(server, environmentId, operator.id);
  const path = { id: operator.id };
  await leavesNothing(server, DELETE, { path }, 409, 'dynamic_engine_in_use', 'dynamic_engine', 'dynamic_engine_assignment', 'engine');
  await operator.fallSilent();
  await leavesNothing(server, DELETE, { path }, 409, 'dynamic_engine_in_use', 'dynamic_engine', 'dynamic_engine_assignment', 'engine');
});

test('dynamic-engines.delete.accepted', async () => {
  const waiting = await created();
  const { status, body: deleted } = await call(DELETE, { path: { id: waiting } });
  assert.deepEqual([status, deleted.id, deleted.state], [200, waiting, 'DELETED'], 'nothing is to be removed from a cluster');
  assertRefused(await call(GET, { path: { id: waiting } }), 404, 'not_found');

  const operator = await standInOperator(server);
  const path = { id: operator.id };
  const { revision } = await operator.desired();
  const accepted = await call(DELETE, { path });
  assert.deepEqual([accepted.status, accepted.body.state], [202, 'DELETED']);
  assert.equal((await call(GET, { path })).body.state, 'DELETED');
  const desired = await operator.desired();
  assert.equal(desired.removing, true);
  assert.ok(desired.revision > revision);
  await operator.report({ infra: { status: 'STOPPING', jobDeleteStatus: 'RUNNING' } });
  assert.equal((await call(GET, { path })).body.state, 'DELETED');
  await operator.report({ infra: { status: 'NOT_DEPLOYED', jobDeleteStatus: 'SUCCEEDED' } });
  assertRefused(await call(GET, { path }), 404, 'not_found');
  assert.equal((await operator.send({})).status, 401, 'the credential ends with the engine');
});

test('an engine whose operator is silent is deleted at once', async () => {
  const operator = await standInOperator(server);
  await operator.fallSilent();
  assert.equal((await call(DELETE, { path: { id: operator.id } })).status, 200);
  assert.equal((await operator.send({})).status, 401);
});
