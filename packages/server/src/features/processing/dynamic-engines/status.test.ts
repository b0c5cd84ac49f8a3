import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assignTo, standInOperator } from '../../../../test/support/operator.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const INFRA = 'GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/infra/status';
const ENVIRONMENT = 'GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}/status';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;

const infra = async (dynamicEngineId: string) => (await call(INFRA, { path: { dynamicEngineId } })).body;
const ofEnvironment = async (dynamicEngineId: string, environmentId: string) =>
  (await call(ENVIRONMENT, { path: { dynamicEngineId, environmentId } })).body;

const SERVICE = {
  name: 'engine-operator',
  status: 'RUNNING',
  chartVersion: '0.1.0',
  creationDate: '2026-11-23T10:00:00Z',
  appsVersion: { operator: '0.1.0' },
  podsErrors: {},
  resourcesErrors: { 'networkpolicy/engine-operator': 'refused by admission' },
} as const;
const EVENT = { message: 'Back-off pulling image', source: 'pod/engine-agent-0', creationDate: '2026-11-23T10:15:00+01:00' };

test('dynamic-engines.status.reported', async () => {
  const operator = await standInOperator(server);
  assert.deepEqual(await infra(operator.id), { status: 'NOT_DEPLOYED', services: [], failureEvents: [] });
  const environmentId = await make.dynamicEnvironment();
  const linkId = await assignTo(server, environmentId, operator.id);
  assert.deepEqual(await ofEnvironment(operator.id, environmentId), { status: 'NOT_DEPLOYED', services: [], failureEvents: [] });

  await operator.report({
    version: '0.1.1',
    deploymentType: 'kubectl',
    infra: { status: 'UPDATING', services: [SERVICE], failureEvents: [EVENT], jobDeleteStatus: 'FAILED' },
    environments: [{ linkId, status: 'STARTING', services: [{ status: 'STARTING', name: 'engine-agent' }] }],
  });
  const { reportedAt, ...status } = await infra(operator.id);
  assert.deepEqual(status, {
    status: 'UPDATING',
    dynamicEngineVersion: '0.1.1',
    deploymentType: 'kubectl',
    jobDeleteStatus: 'FAILED',
    services: [SERVICE],
    failureEvents: [EVENT],
    stale: false,
  });
  assert.ok(!Number.isNaN(Date.parse(reportedAt)));
  const { reportedAt: at, ...other } = await ofEnvironment(operator.id, environmentId);
  assert.equal(at, reportedAt);
  assert.deepEqual(other, {
    status: 'STARTING',
    dynamicEngineVersion: '0.1.1',
    deploymentType: 'kubectl',
    services: [{ status: 'STARTING', name: 'engine-agent' }],
    failureEvents: [],
    stale: false,
  });

  await operator.report({ fault: 'No rights on the namespace' });
  assert.equal((await infra(operator.id)).failureEvents[0].message, 'No rights on the namespace');
  assert.deepEqual((await ofEnvironment(operator.id, environmentId)).status, 'NOT_DEPLOYED', 'a report that leaves it out');
});

test('dynamic-engines.status.old', async () => {
  const operator = await standInOperator(server);
  const environmentId = await make.dynamicEnvironment();
  const linkId = await assignTo(server, environmentId, operator.id);
  const environments = [{ linkId, status: 'RUNNING' as const, services: [SERVICE], failureEvents: [EVENT] }];
  await operator.report({ infra: { status: 'RUNNING', services: [SERVICE] }, environments });
  await operator.fallSilent();
  for (const body of [await infra(operator.id), await ofEnvironment(operator.id, environmentId)]) {
    assert.deepEqual([body.status, body.stale, body.services], ['IN_ERROR', true, [SERVICE]]);
    const [first] = body.failureEvents;
    assert.match(first.message, new RegExp(`not reported since ${body.reportedAt}: this status is old`));
    assert.equal(Date.parse(first.creationDate), Date.parse(body.reportedAt) + 10_000);
  }
  assert.deepEqual((await ofEnvironment(operator.id, environmentId)).failureEvents[1], EVENT);
});

test('dynamic-engines.status.environment', async () => {
  const [operator, other] = await Promise.all([standInOperator(server), standInOperator(server)]);
  const environmentId = await make.dynamicEnvironment();
  const ask = (dynamicEngineId: string, id: string, token?: string) =>
    call(ENVIRONMENT, { path: { dynamicEngineId, environmentId: id }, ...(token !== undefined && { token }) });
  assertRefused(await ask(operator.id, environmentId), 404, 'not_found');
  await assignTo(server, environmentId, operator.id);
  assert.equal((await ask(operator.id, environmentId)).status, 200);
  assertRefused(await ask(other.id, environmentId), 404, 'not_found');
  assertRefused(await ask(operator.id, crypto.randomUUID()), 404, 'not_found');
  assertRefused(await ask(crypto.randomUUID(), environmentId), 404, 'not_found');
  assertRefused(await ask(operator.id, '42'), 400, 'malformed_request');
  const stranger = await make.user({ permissions: ['SVC_CLUSTER_MANAGEMENT'], tenant: await make.otherTenant() });
  assertRefused(await ask(operator.id, environmentId, stranger.token), 404, 'not_found');
  assertRefused(await call(INFRA, { path: { dynamicEngineId: operator.id }, token: stranger.token }), 404, 'not_found');
});

test('dynamic-engines.status.permission', async () => {
  const operator = await standInOperator(server);
  const environmentId = await make.dynamicEnvironment();
  await assignTo(server, environmentId, operator.id);
  const path = { dynamicEngineId: operator.id, environmentId };
  for (const route of [INFRA, ENVIRONMENT]) {
    assertRefused(await call(route, { path, token: undefined }), 401, 'not_signed_in');
    assertRefused(
      await call(route, { path, token: (await make.user({ permissions: ['SVC_RUN_PROFILE_MANAGEMENT'] })).token }),
      403,
      'forbidden',
    );
    for (const permission of ['SVC_CLUSTER_MANAGEMENT', 'DYN_ENGINE_READ'] as const)
      assert.equal((await call(route, { path, token: (await make.user({ permissions: [permission] })).token })).status, 200);
  }
  const { token } = await make.user({ permissions: ['SVC_ENVIRONMENT_MANAGEMENT'] });
  assert.equal((await call(ENVIRONMENT, { path, token })).status, 200);
  assertRefused(await call(INFRA, { path, token }), 403, 'forbidden');
});

test('a malformed report is refused, and one about unknown assignments changes nothing', async () => {
  const operator = await standInOperator(server);
  const validReport = { version: '1', revision: 0, infra: { status: 'RUNNING' }, environments: [] };
  for (const wrong of [
    {},
    { ...validReport, version: undefined },
    { ...validReport, infra: {} },
    { ...validReport, infra: { status: 'FINE' } },
    { ...validReport, environments: [{ linkId: '42', status: 'RUNNING' }] },
    { ...validReport, environments: [{ linkId: crypto.randomUUID() }] },
    { ...validReport, fault: 'x'.repeat(4001) },
    { ...validReport, infra: { status: 'RUNNING', services: Array.from({ length: 51 }, () => ({ status: 'RUNNING' })) } },
    { ...validReport, fault: 'NUL \0 inside' },
    { ...validReport, unknown: 1 },
  ])
    assertRefused(await operator.send(wrong), 400, 'malformed_request');
  assert.equal((await operator.send({ ...validReport, environments: [{ linkId: crypto.randomUUID(), status: 'RUNNING' }] })).status, 200);
});
