import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { requiresOneOf, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /orchestration/executables/tasks/{taskId}/run-config';
const server = await startTestServer();
const { call, make } = server;

const workspace = await make.workspace();
const task = await make.task({ workspace: workspace.id });
const bare = await make.task({ workspace: workspace.id, configured: false });
const engine = await make.engine({ environment: workspace.environment });
const path = { taskId: task.id };
const MANUAL = { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' } };
const change = (changes: object = {}) => call(ROUTE, { path, body: { ...MANUAL, ...changes } });
const read = async () => (await call('GET /orchestration/executables/tasks/{taskId}/run-config', { path })).body;

/** Asserts that a change is refused for a task with and for a task without a run configuration, and changes neither. */
async function refuses(changes: object, code: string): Promise<void> {
  const before = await read();
  const body = { ...MANUAL, ...changes };
  await leavesNothing(server, ROUTE, { path, body }, 400, code, 'task_run_config');
  await leavesNothing(server, ROUTE, { path: { taskId: bare.id }, body }, 400, code, 'task_run_config');
  assert.deepEqual(await read(), before);
}

test('tasks.run-config.manual', async () => {
  const answer = await change();
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.deepEqual(answer.body, {
    trigger: { type: 'MANUAL' },
    runtime: { type: 'CLOUD' },
    parallelExecutionAllowed: false,
    logLevel: 'WARN',
  });
  assert.deepEqual(await read(), answer.body);
});

test('a run configuration stores all fields, and is replaced as a whole', async () => {
  const all = { parallelExecutionAllowed: true, logLevel: 'OFF', timeout: 90, runtime: { type: 'REMOTE_ENGINE', id: engine.id } };
  const { body } = await change(all);
  assert.deepEqual(body, { ...all, trigger: { type: 'MANUAL' }, runtime: { ...all.runtime, engineId: engine.id } });
  assert.deepEqual(await read(), body);
  await change();
  assert.deepEqual(await read(), { ...MANUAL, parallelExecutionAllowed: false, logLevel: 'WARN' });
});

test('tasks.run-config.kept', async () => {
  const kept = { remoteRunAsUser: 'etl', deploymentStrategy: 'ROLLING', lineage: true, microservicePort: '8055' };
  const { body } = await change({ ...kept, microservicePort: 8055 });
  assert.deepEqual(body, { ...MANUAL, ...kept, parallelExecutionAllowed: false, logLevel: 'WARN' });
  assert.deepEqual(await read(), body);
  assert.deepEqual(await change(body).then((again) => again.body), body);
  await change();
  assert.deepEqual(await read(), { ...MANUAL, parallelExecutionAllowed: false, logLevel: 'WARN' });
});

test('triggers.set.manual', async () => {
  const trigger = { type: 'MANUAL', startDate: '2026-01-31', timeZone: 'Europe/Paris' };
  assert.deepEqual((await change({ trigger })).body.trigger, trigger);
  assert.deepEqual((await read()).trigger, trigger);
  await change();
  assert.deepEqual((await read()).trigger, { type: 'MANUAL' });
});

test('tasks.run-config.parallel', async () => {
  assert.equal((await change()).body.parallelExecutionAllowed, false);
  assert.equal((await change({ parallelExecutionAllowed: true })).body.parallelExecutionAllowed, true);
  assert.equal((await change()).body.parallelExecutionAllowed, false);
});

test('tasks.run-config.extras', async () => {
  const answer = await call(ROUTE, {
    path,
    body: {
      trigger: { type: 'MANUAL', startDate: '', timeZone: '', atTimes: null, interval: null, webhook: null, cronExpression: '' },
      runtime: { type: 'REMOTE_ENGINE', id: engine.id, engineId: engine.id, clusterId: '', runProfileId: '', name: 'My engine' },
      parallelExecutionAllowed: false,
      logLevel: 'INFO',
      timeout: null,
      remoteRunAsUser: '',
      runAs: null,
      destination: { kept: 'nowhere' },
    },
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.deepEqual(answer.body, {
    trigger: { type: 'MANUAL' },
    runtime: { type: 'REMOTE_ENGINE', id: engine.id, engineId: engine.id },
    parallelExecutionAllowed: false,
    logLevel: 'INFO',
  });
});

test('tasks.run-config.trigger', async () => {
  const startDate = '2030-01-01';
  const atTimes = { type: 'AT_INTERVALS', startTime: '06:00', endTime: '08:00', interval: 30 };
  for (const trigger of [
    { type: 'ONCE', startDate, startTime: '06:00', timeZone: 'Europe/Paris' },
    { type: 'DAILY', interval: 2, startDate, atTimes },
    { type: 'WEEKLY', interval: 1, startDate, atTimes, atDays: { type: 'DAY_OF_WEEK', days: ['MONDAY', 'FRIDAY'] } },
    { type: 'MONTHLY', interval: 1, startDate, startTime: '05:00', atDays: { type: 'DAY_OF_MONTH', day: 31 } },
    { type: 'CRON', cronExpression: '*/10 9 15 * ? 2035', timeZone: 'Europe/Kiev' },
    { type: 'MANUAL' },
  ]) {
    const answer = await change({ trigger });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(answer.body.trigger, trigger);
    assert.deepEqual((await read()).trigger, trigger);
  }
  await refuses({ trigger: { type: 'HOURLY' } }, 'malformed_request');
  await refuses({ trigger: {} }, 'malformed_request');
});

test('tasks.run-config.runtime', async () => {
  for (const type of ['CLOUD_EXCLUSIVE', 'PIPELINE_ENGINE']) await refuses({ runtime: { type } }, 'runtime_not_supported');
  await refuses({ runtime: { type: 'LAPTOP' } }, 'malformed_request');
});

test('tasks.run-config.engine', async () => {
  const elsewhere = await make.engine();
  const tenant = await make.otherTenant();
  const foreign = await make.engine({ tenant });
  for (const id of [elsewhere.id, foreign.id, newId(), 'not-an-id', '', null, undefined])
    await refuses({ runtime: { type: 'REMOTE_ENGINE', id } }, 'engine_unknown');
  const answer = await change({ runtime: { type: 'CLOUD', id: engine.id } });
  assert.deepEqual(answer.body.runtime, { type: 'CLOUD' }, 'the runtime CLOUD names no engine');
});

test('tasks.run-config.cluster', async () => {
  const elsewhere = await make.cluster();
  const tenant = await make.otherTenant();
  const foreign = await make.cluster({ tenant });
  for (const id of [elsewhere.id, foreign.id, engine.id, newId(), 'not-an-id', '', null, undefined])
    await refuses({ runtime: { type: 'REMOTE_ENGINE_CLUSTER', id } }, 'cluster_unknown');

  const cluster = await make.cluster({ environment: workspace.environment });
  const { body } = await change({ runtime: { type: 'REMOTE_ENGINE_CLUSTER', id: cluster.id.toUpperCase() } });
  assert.deepEqual(body.runtime, { type: 'REMOTE_ENGINE_CLUSTER', id: cluster.id, clusterId: cluster.id });
  assert.deepEqual(await read(), body);
  assert.deepEqual((await change()).body.runtime, { type: 'CLOUD' });
});

test('tasks.run-config.owner', async () => {
  const { environment } = workspace;
  const other = await make.workspace({ environment });
  const ofOthers = await make.engine({ environment, workspace: other.id });
  const clusterOfOthers = await make.cluster({ environment, workspace: other.id });
  await refuses({ runtime: { type: 'REMOTE_ENGINE', id: ofOthers.id } }, 'engine_unknown');
  await refuses({ runtime: { type: 'REMOTE_ENGINE_CLUSTER', id: clusterOfOthers.id } }, 'cluster_unknown');
  const { body: unknown } = await change({ runtime: { type: 'REMOTE_ENGINE', id: newId() } });
  const { body: hidden } = await change({ runtime: { type: 'REMOTE_ENGINE', id: ofOthers.id } });
  assert.equal(
    hidden.message.replace(ofOthers.id, ''),
    unknown.message.replace(/'[0-9a-f-]{36}'/, "''"),
    'the message is the same as for an unknown engine',
  );

  const ours = await make.engine({ environment, workspace: workspace.id });
  assert.equal((await change({ runtime: { type: 'REMOTE_ENGINE', id: ours.id } })).body.runtime.id, ours.id);
  const cluster = await make.cluster({ environment, workspace: workspace.id });
  assert.equal((await change({ runtime: { type: 'REMOTE_ENGINE_CLUSTER', id: cluster.id } })).body.runtime.id, cluster.id);
  await change();
});

test('tasks.run-config.profile', async () => {
  const cluster = await make.cluster({ environment: workspace.environment });
  const onEngine = { type: 'REMOTE_ENGINE', id: engine.id };
  const onCluster = { type: 'REMOTE_ENGINE_CLUSTER', id: cluster.id };
  const profile = {
    engine: await make.runProfile({ engine: engine.id }),
    cluster: await make.runProfile({ cluster: cluster.id }),
    environment: await make.runProfile({ environment: workspace.environment }),
    elsewhere: await make.runProfile({ engine: (await make.engine({ environment: workspace.environment })).id }),
  };
  const cases: [runtime: object, own: string | undefined][] = [
    [{ type: 'CLOUD' }, undefined],
    [onEngine, profile.engine.id],
    [onCluster, profile.cluster.id],
  ];
  for (const [runtime, own] of cases) {
    for (const { id } of Object.values(profile))
      if (id !== own) await refuses({ runtime: { ...runtime, runProfileId: id } }, 'reference_unknown');
    for (const runProfileId of [newId(), 'not-an-id']) await refuses({ runtime: { ...runtime, runProfileId } }, 'reference_unknown');
    if (own !== undefined) {
      const { body } = await change({ runtime: { ...runtime, runProfileId: own.toUpperCase() } });
      assert.equal(body.runtime.runProfileId, own);
      assert.deepEqual(await read(), body);
    }
    for (const runProfileId of ['', null, undefined]) {
      const { status, body } = await change({ runtime: { ...runtime, runProfileId } });
      assert.deepEqual([status, body.runtime.runProfileId], [200, undefined]);
    }
  }
});

test('tasks.run-config.right', async () => {
  const needs = { workspace: workspace.id, permission: 'SVC_OPERATOR', right: 'EXECUTE' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path, body: MANUAL }), 200);
  const remove = ROUTE.replace('PUT', 'DELETE');
  await requiresOneOf(server, needs, (token) => call(remove, { token, path }), 204);
});

test('values outside of their limits are refused', async () => {
  for (const changes of [
    { timeout: 0 },
    { timeout: 1.5 },
    { timeout: 525_601 },
    { logLevel: 'LOUD' },
    { parallelExecutionAllowed: 'yes' },
  ]) {
    await refuses(changes, 'malformed_request');
  }
  assertRefused(await call(ROUTE, { path: { taskId: newId() }, body: MANUAL }), 404, 'not_found');
});

test('tasks.run-config.retry', async () => {
  const { body } = await change({ retry: { attempts: 3 } });
  assert.deepEqual(body.retry, { attempts: 3, waitSeconds: 30, backoff: 2, on: ['FAILED', 'ENGINE_LOST'] });
  assert.deepEqual((await read()).retry, body.retry);
  assert.deepEqual((await change(body)).body, body);
  const all = { attempts: 10, waitSeconds: 0, backoff: 1.5, on: ['TIMED_OUT', 'OUT_OF_MEMORY', 'EVICTED'] };
  assert.deepEqual((await change({ retry: all })).body.retry, all);
  for (const retry of [
    {},
    { attempts: 1 },
    { attempts: 11 },
    { attempts: 2, waitSeconds: -1 },
    { attempts: 2, backoff: 0.5 },
    { attempts: 2, on: [] },
    { attempts: 2, on: ['TERMINATED'] },
    { attempts: 2, more: true },
  ])
    await refuses({ retry }, 'malformed_request');
  assert.equal((await change({ retry: null })).body.retry, undefined);
});
