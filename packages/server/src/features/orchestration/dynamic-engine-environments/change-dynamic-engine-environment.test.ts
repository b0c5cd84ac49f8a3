import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assignTo, standInOperator } from '../../../../test/support/operator.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const PUT = 'PUT /orchestration/dynamic-engine-environments/{environmentId}';
const DELETE = 'DELETE /orchestration/dynamic-engine-environments/{environmentId}';
const GET = 'GET /orchestration/dynamic-engine-environments/{environmentId}';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;

test('changes the fields of the body and keeps the others', async () => {
  const account = await make.user({ permissions: ['SVC_ENVIRONMENT_MANAGEMENT'] });
  const path = { environmentId: await make.dynamicEnvironment({ name: 'Before' }) };
  const { status, body } = await call(PUT, { token: account.token, path, body: { description: 'Why' } });
  assert.equal(status, 200);
  assert.deepEqual([body.name, body.description, body.lastModifiedBy, body.createdBy], ['Before', 'Why', account.login, 'admin']);
  const { body: renamed } = await call(PUT, { path, body: { name: ' After ' } });
  assert.deepEqual([renamed.name, renamed.description], ['After', 'Why']);
  assert.deepEqual((await call(PUT, { path, body: { description: '' } })).body.description, '');
  assert.equal((await call(GET, { path })).body.name, 'After');
});

test('dynamic-engine-environments.change.nothing', async () => {
  const path = { environmentId: await make.dynamicEnvironment() };
  const before = (await call(GET, { path })).body;
  for (const body of [{}, { name: null }]) assert.equal((await call(PUT, { path, body })).status, 204);
  assert.deepEqual((await call(GET, { path })).body, before);
  for (const body of [{ name: '' }, { logStrategy: 'ALL' }, { owner: 'admin' }])
    assertRefused(await call(PUT, { path, body }), 400, 'malformed_request');
});

test('dynamic-engine-environments.5.override', async () => {
  const operator = await standInOperator(server);
  const environmentId = await make.dynamicEnvironment();
  await assignTo(server, environmentId, operator.id);
  const { revision } = await operator.desired();
  const waiting = operator.desired({ revision, waitMilliseconds: 30_000 });
  const { body } = await call(PUT, { path: { environmentId }, body: { logStrategy: 'DYNAMIC_ENGINE' } });
  assert.deepEqual([body.logStrategy, body.metricsStrategy], ['DYNAMIC_ENGINE', 'NONE']);
  const [desired] = (await waiting).environments;
  assert.deepEqual([desired?.logStrategy, desired?.metricsStrategy], ['DYNAMIC_ENGINE', 'NONE']);
});

test('dynamic-engine-environments.4.assigned', async () => {
  const operator = await standInOperator(server);
  const environmentId = await make.dynamicEnvironment();
  await assignTo(server, environmentId, operator.id);
  const path = { environmentId };
  const tables = ['environment', 'dynamic_engine_environment', 'dynamic_engine_assignment', 'engine'];
  await leavesNothing(server, DELETE, { path }, 409, 'environment_assigned', ...tables);
  await leavesNothing(
    server,
    'DELETE /orchestration/environments/{Id}',
    { path: { Id: environmentId } },
    400,
    'environment_has_engine',
    ...tables,
  );
  await call('DELETE /orchestration/dynamic-engine-environments/{environmentId}/connection', { path });
  await leavesNothing(server, DELETE, { path }, 409, 'environment_assigned', ...tables);
  await operator.reportAll('NOT_DEPLOYED');
  assert.equal((await call(DELETE, { path })).status, 204);
});

test('dynamic-engine-environments.4.cascade', async () => {
  const kept = await make.task();
  const tables = ['environment', 'dynamic_engine_environment', 'workspace', 'task', 'artifact', 'plan', 'plan_step'];
  const before = await server.count(...tables);
  const environmentId = await make.dynamicEnvironment();
  const { id: workspace } = await make.workspace({ environment: environmentId });
  const task = await make.task({ workspace });
  await make.plan({ workspace, steps: [[task.id]] });
  assert.notDeepEqual(await server.count(...tables), before);
  assert.equal((await call(DELETE, { path: { environmentId } })).status, 204);
  assert.deepEqual(await server.count(...tables), before);
  assert.equal((await call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: kept.id } })).status, 200);
});

test('an environment that a promotion uses is not deleted', async () => {
  const environmentId = await make.dynamicEnvironment();
  await make.promotion({ source: environmentId, target: await make.environment() });
  await leavesNothing(server, DELETE, { path: { environmentId } }, 400, 'environment_has_promotion', 'environment');
});
