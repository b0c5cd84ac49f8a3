import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assignTo, standInOperator } from '../../../../test/support/operator.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const POST = 'POST /orchestration/dynamic-engine-environments/{environmentId}/connection';
const DELETE = 'DELETE /orchestration/dynamic-engine-environments/{environmentId}/connection';
const UNASSIGN = 'DELETE /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}';
const GET = 'GET /orchestration/dynamic-engine-environments/{environmentId}';
const TABLES = ['dynamic_engine_assignment', 'engine', 'dynamic_engine'];
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;

const read = async (environmentId: string) => (await call(GET, { path: { environmentId } })).body;
const statusOf = async (environmentId: string): Promise<string> => (await read(environmentId)).status;
const assign = (environmentId: string, dynamicEngineId: string) => call(POST, { path: { environmentId }, query: { dynamicEngineId } });

test('dynamic-engine-environments.2.accepted', async () => {
  const operator = await standInOperator(server);
  const environmentId = await make.dynamicEnvironment();
  const { status, body, headers } = await assign(environmentId, operator.id);
  assert.deepEqual([status, body], [202, undefined]);
  const shown = await read(environmentId);
  assert.deepEqual([shown.deId, shown.linkId, shown.status], [operator.id, headers.get('location'), 'SET_UP_REQUIRED']);
});

test('dynamic-engine-environments.assign.link', async () => {
  const operator = await standInOperator(server);
  const environmentId = await make.dynamicEnvironment();
  const linkId = await assignTo(server, environmentId, operator.id);
  assert.match(linkId, /^[0-9a-f-]{36}$/);
  await operator.reportAll('RUNNING');
  await call('PUT /orchestration/dynamic-engine-environments/{environmentId}', { path: { environmentId }, body: { name: 'Other name' } });
  assert.equal((await read(environmentId)).linkId, linkId);
  assert.equal((await operator.desired()).environments[0]?.linkId, linkId);
  await call(DELETE, { path: { environmentId } });
  await operator.reportAll('NOT_DEPLOYED');
  assert.notEqual(await assignTo(server, environmentId, operator.id), linkId, 'another assignment has another id');
});

test('dynamic-engine-environments.2.same', async () => {
  const operator = await standInOperator(server);
  const environmentId = await make.dynamicEnvironment();
  const linkId = await assignTo(server, environmentId, operator.id);
  await operator.reportAll('RUNNING');
  const before = await server.count(...TABLES);
  const again = await assign(environmentId, operator.id);
  assert.deepEqual([again.status, again.headers.get('location')], [204, linkId]);
  await operator.fallSilent();
  assert.equal((await assign(environmentId, operator.id)).status, 204);
  assert.deepEqual(await server.count(...TABLES), before);
});

test('dynamic-engine-environments.2.pending', async () => {
  const operator = await standInOperator(server);
  const environmentId = await make.dynamicEnvironment();
  const linkId = await assignTo(server, environmentId, operator.id);
  const { revision } = await operator.desired();
  const before = await server.count(...TABLES);
  for (const [reported, expected] of [
    [undefined, 202],
    ['STARTING', 202],
    ['RUNNING', 204],
    ['IN_ERROR', 204],
  ] as const) {
    if (reported) await operator.reportAll(reported);
    const { status, headers } = await assign(environmentId, operator.id);
    assert.deepEqual([status, headers.get('location')], [expected, linkId], reported ?? 'no report');
  }
  assert.deepEqual(await server.count(...TABLES), before);
  assert.equal((await operator.desired()).revision, revision, 'a repeated request changes nothing');
});

test('dynamic-engine-environments.2.free', async () => {
  const [operator, other] = await Promise.all([standInOperator(server), standInOperator(server)]);
  const environmentId = await make.dynamicEnvironment();
  await assignTo(server, environmentId, operator.id);
  const sent = { path: { environmentId }, query: { dynamicEngineId: other.id } };
  await leavesNothing(server, POST, sent, 409, 'environment_assigned', ...TABLES);
  await call(DELETE, { path: { environmentId } });
  await leavesNothing(server, POST, sent, 409, 'environment_assigned', ...TABLES);
  await leavesNothing(server, POST, { ...sent, query: { dynamicEngineId: operator.id } }, 409, 'environment_busy', ...TABLES);
  await operator.reportAll('NOT_DEPLOYED');
  assert.equal((await call(POST, sent)).status, 202);
});

test('dynamic-engine-environments.assign.one', async () => {
  const engines = await Promise.all(Array.from({ length: 4 }, () => standInOperator(server)));
  const environmentId = await make.dynamicEnvironment();
  const answers = await Promise.all([...engines, ...engines].map(({ id }) => assign(environmentId, id)));
  assert.equal(answers.filter(({ status }) => status === 202).length, 2, 'the engine that came first is named twice');
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202, 409]));
});

test('dynamic-engine-environments.2.ready', async () => {
  const environmentId = await make.dynamicEnvironment();
  const path = { environmentId };
  const refused = (dynamicEngineId: string): Promise<unknown> =>
    leavesNothing(server, POST, { path, query: { dynamicEngineId } }, 503, 'dynamic_engine_not_ready', ...TABLES);
  const { body: created } = await call('POST /processing/runtimes/dynamic-engines', { body: { name: 'Waits' } });
  await refused(created.id);
  const operator = await standInOperator(server);
  await operator.report({ fault: 'No rights' });
  await refused(operator.id);
  await operator.fallSilent();
  await refused(operator.id);
  await operator.report();
  await call('DELETE /processing/runtimes/dynamic-engines/{id}', { path: { id: operator.id } });
  await refused(operator.id);
  const { headers } = await assign(environmentId, created.id);
  assert.equal(headers.get('retry-after'), '10');
});

test('refuses unknown and foreign engines and environments, and malformed ids', async () => {
  const operator = await standInOperator(server);
  const environmentId = await make.dynamicEnvironment();
  const foreign = await make.dynamicEngine({ tenant: await make.otherTenant() });
  const foreignEnvironment = await make.dynamicEnvironment({ tenant: await make.otherTenant() });
  for (const id of [foreign.id, crypto.randomUUID()]) assertRefused(await assign(environmentId, id), 404, 'not_found');
  for (const id of [foreignEnvironment, await make.environment(), crypto.randomUUID()]) {
    assertRefused(await assign(id, operator.id), 404, 'not_found');
    assertRefused(await call(DELETE, { path: { environmentId: id } }), 404, 'not_found');
    assertRefused(await call(UNASSIGN, { path: { dynamicEngineId: operator.id, environmentId: id } }), 404, 'not_found');
  }
  assertRefused(await assign('42', operator.id), 400, 'malformed_request');
  assertRefused(await assign(environmentId, '42'), 400, 'malformed_request');
  assertRefused(await call(POST, { path: { environmentId } }), 400, 'malformed_request');
  assertRefused(await call(UNASSIGN, { path: { dynamicEngineId: '42', environmentId } }), 400, 'malformed_request');
});

test('dynamic-engine-environments.assign.status', async () => {
  const operator = await standInOperator(server);
  const environmentId = await make.dynamicEnvironment();
  await assignTo(server, environmentId, operator.id);
  assert.equal(await statusOf(environmentId), 'SET_UP_REQUIRED');
  await operator.fallSilent();
  assert.equal(await statusOf(environmentId), 'SET_UP_REQUIRED', 'it was never deployed');
  for (const [reported, expected] of [
    ['NOT_DEPLOYED', 'SET_UP_REQUIRED'],
    ['STARTING', 'SET_UP_REQUIRED'],
    ['IN_ERROR', 'NOT_READY'],
    ['RUNNING', 'READY'],
    ['UPDATING', 'READY'],
    ['IN_ERROR', 'NOT_READY'],
    ['STARTING', 'NOT_READY'],
    ['RUNNING', 'READY'],
    ['NOT_FOUND', 'NOT_READY'],
    ['RUNNING', 'READY'],
  ] as const) {
    await operator.reportAll(reported);
    assert.equal(await statusOf(environmentId), expected, reported);
  }
  await operator.fallSilent();
  assert.equal(await statusOf(environmentId), 'NOT_READY');
  const { revision, environments } = await operator.desired();
  const all = environments.map(({ linkId }) => ({ linkId, status: 'RUNNING' as const }));
  await operator.report({ revision, fault: 'The definitions are missing', environments: all });
  assert.equal(await statusOf(environmentId), 'NOT_READY', 'an error of the engine');
  await operator.report({ revision, environments: all });
  assert.equal(await statusOf(environmentId), 'READY');
});

test('dynamic-engine-environments.1.assign', async () => {
  const operator = await standInOperator(server);
  const { token } = await make.user({ permissions: ['SVC_ENVIRONMENT_MANAGEMENT', 'DYN_ENGINE_READ'] });
  const manager = await make.user({ permissions: ['SVC_CLUSTER_MANAGEMENT'] });
  const environmentId = await make.dynamicEnvironment();
  const path = { environmentId, dynamicEngineId: operator.id };
  for (const [route, sent, success] of [
    [POST, { path, query: { dynamicEngineId: operator.id } }, 202],
    [DELETE, { path }, 202],
    [UNASSIGN, { path }, 409],
  ] as const) {
    assertRefused(await call(route, { ...sent, token: undefined }), 401, 'not_signed_in');
    await leavesNothing(server, route, { ...sent, token }, 403, 'forbidden', ...TABLES);
    assert.equal((await call(route, { ...sent, token: manager.token })).status, success);
  }
});
