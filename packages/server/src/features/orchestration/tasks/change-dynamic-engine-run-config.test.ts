import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assignTo, standInOperator } from '../../../../test/support/operator.ts';
import { requiresOneOf, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /orchestration/executables/tasks/{taskId}/de-run-config';
const RUN_CONFIG = 'PUT /orchestration/executables/tasks/{taskId}/run-config';
const server = await startTestServer();
const { call, make } = server;

const task = await make.task({ configured: false });
const path = { taskId: task.id };
const MANUAL = { trigger: { type: 'MANUAL' } };
const change = (changes: object = {}) => call(ROUTE, { path, body: { ...MANUAL, ...changes } });
const read = () => call(ROUTE.replace('PUT', 'GET'), { path });

test('tasks.de-run-config.missing', async () => {
  assertRefused(await read(), 404, 'not_found');
  assertRefused(await call(ROUTE.replace('PUT', 'GET'), { path: { taskId: newId() } }), 404, 'not_found');
});

test('tasks.run-config.trigger: the run configuration for dynamic engines accepts the same triggers', async () => {
  const cron = { type: 'CRON', cronExpression: '0 6 ? * MON-FRI' };
  assert.deepEqual((await change({ trigger: cron })).body.trigger, cron);
  assert.deepEqual((await change()).body.trigger, MANUAL.trigger);
  for (const [type, code] of [
    ['ONCE', 'trigger_invalid'],
    ['WEBHOOK', 'trigger_invalid'],
    ['MULTIPLE', 'schedule_missing'],
    ['HOURLY', 'malformed_request'],
  ] as const)
    await refuses({ trigger: { type } }, code);
});

test('tasks.de-run-config.profile', async () => {
  const { environment } = task;
  const profile = await make.runProfile({ environment });
  const { body } = await change({ runProfileId: profile.id });
  assert.equal(body.runProfileId, profile.id);
  assert.deepEqual((await read()).body, body);

  const foreign = [
    await make.runProfile(),
    await make.runProfile({ engine: (await make.engine({ environment })).id }),
    await make.runProfile({ cluster: (await make.cluster({ environment })).id }),
  ];
  for (const runProfileId of [...foreign.map(({ id }) => id), newId(), 'not-an-id']) await refuses({ runProfileId }, 'reference_unknown');
  for (const runProfileId of ['', null, undefined]) assert.equal((await change({ runProfileId })).body.runProfileId, undefined);
});

test('an invalid body is refused', async () => {
  for (const changes of [{ runtime: { type: 'CLOUD' } }, { timeout: 0 }, { logLevel: 'LOUD' }, { lineage: 'yes' }, { trigger: {} }])
    await refuses(changes, 'malformed_request');
  assertRefused(await call(ROUTE, { path: { taskId: newId() }, body: MANUAL }), 404, 'not_found');
});

test('tasks.de-run-config.apart', async () => {
  const retry = { attempts: 3, waitSeconds: 5, backoff: 1, on: ['EVICTED'] };
  const all = { parallelExecutionAllowed: true, logLevel: 'OFF', timeout: 90, retry, lineage: true };
  const { status, body } = await change(all);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body, { ...MANUAL, ...all });
  assert.deepEqual((await read()).body, body);
  const apart = await call('GET /orchestration/executables/tasks/{taskId}/run-config', { path });
  assert.deepEqual([apart.body.timeout, apart.body.logLevel], [undefined, 'WARN'], 'the other run configuration is still unset');

  await change({ retry: null });
  assert.deepEqual((await read()).body, { ...MANUAL, parallelExecutionAllowed: false, logLevel: 'WARN', lineage: false });

  const other = '/orchestration/executables/tasks/{taskId}/run-config';
  const once = { type: 'ONCE', startDate: '2030-01-01', startTime: '06:00' };
  assert.equal((await call(`PUT ${other}`, { path, body: { trigger: once, runtime: { type: 'CLOUD' } } })).status, 200);
  assert.deepEqual((await read()).body.trigger, once, 'both run configurations have the same trigger');
  await change();
  assert.deepEqual((await call(`GET ${other}`, { path })).body.trigger, MANUAL.trigger);
});

test('tasks.de-run-config.stop', async () => {
  await change({ timeout: 5 });
  assert.equal((await call(ROUTE.replace('PUT', 'DELETE'), { path })).status, 204);
  const { trigger, timeout } = (await read()).body;
  assert.deepEqual({ trigger, timeout }, { ...MANUAL, timeout: 5 });
  assertRefused(await call(ROUTE.replace('PUT', 'DELETE'), { path: { taskId: newId() } }), 404, 'not_found');
});

test('tasks.de-run-config.right', async () => {
  const needs = { workspace: task.workspace, permission: 'SVC_OPERATOR', right: 'EXECUTE' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path, body: MANUAL }), 200);
  await requiresOneOf(server, needs, (token) => call(ROUTE.replace('PUT', 'DELETE'), { token, path }), 204);
});

test('tasks.get.right: reading the run configuration for dynamic engines needs VIEW', async () => {
  const needs = { workspace: task.workspace, right: 'VIEW' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE.replace('PUT', 'GET'), { token, path }), 200);
});

/** Asserts that a change is refused and leaves the run configuration as it is. */
async function refuses(changes: object, code: string): Promise<void> {
  const before = (await read()).body;
  const sent = { path, body: { ...MANUAL, ...changes } };
  await leavesNothing(server, ROUTE, sent, 400, code, 'task_dynamic_engine_run_config');
  const { requestId: _before, ...was } = before;
  const { requestId: _after, ...is } = (await read()).body;
  assert.deepEqual(is, was);
}

test('tasks.run-config.dynamic', async () => {
  const operator = await standInOperator(server);
  const environment = await make.dynamicEnvironment();
  await assignTo(server, environment, operator.id);
  const { id: inDynamic } = await make.task({ workspace: (await make.workspace({ environment })).id });
  const { agent } = (await operator.desired()).environments[0] ?? assert.fail('no environment');
  const cluster = await call('POST /processing/runtimes/remote-engine-clusters', {
    body: { name: 'In dynamic', environmentId: environment },
  });
  assert.equal(cluster.status, 201, 'a cluster may be there, but has no engine');
  const set = (runtime: object) => call(RUN_CONFIG, { path: { taskId: inDynamic }, body: { ...MANUAL, runtime } });
  const answer = await set({ type: 'CLOUD' });
  assert.deepEqual([answer.status, answer.body.runtime], [200, { type: 'CLOUD' }]);
  for (const [runtime, code] of [
    [{ type: 'REMOTE_ENGINE', id: agent.engineId }, 'engine_unknown'],
    [{ type: 'REMOTE_ENGINE', id: (await make.engine()).id }, 'engine_unknown'],
    [{ type: 'REMOTE_ENGINE_CLUSTER', id: newId() }, 'cluster_unknown'],
    [{ type: 'REMOTE_ENGINE_CLUSTER', id: cluster.body.id }, 'cluster_unknown'],
    [{ type: 'CLOUD_EXCLUSIVE' }, 'runtime_not_supported'],
  ] as const) {
    const sent = { path: { taskId: inDynamic }, body: { ...MANUAL, runtime } };
    await leavesNothing(server, RUN_CONFIG, sent, 400, code, 'task_run_config');
  }
});
