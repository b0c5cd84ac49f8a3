import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { upload } from '../../../../test/support/bundles.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { requiresOneOf, changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /processing/executions';
const server = await startTestServer();
const { call, make } = server;

const start = (executable: string, changes: object = {}) => call(ROUTE, { body: { executable, ...changes } });
const read = async (executionId: string) => (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body;
const configure = (taskId: string, body: object) =>
  call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    path: { taskId },
    body: { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' }, ...body },
  });

test('task-executions.start.answer', async () => {
  const task = await make.task();
  let id = '';
  await changesRows(server, { task_execution: 1 }, async () => {
    const { status, body } = await start(task.id);
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body), ['executionId']);
    id = body.executionId;
  });
  const { executionStatus, status: short, executionType, jobId, userId, userType } = await read(id);
  assert.deepEqual(
    { executionStatus, short, executionType, jobId, userId, userType },
    {
      executionStatus: 'EXECUTION_EVENT_RECEIVED',
      short: 'dispatching',
      executionType: 'MANUAL',
      jobId: task.id,
      userId: await make.administrator(),
      userType: 'HUMAN',
    },
  );
});

test('task-executions.start.permission', async () => {
  const task = await make.task();
  const { token } = await make.user({ permissions: ['SVC_ENVIRONMENT_MANAGEMENT'], rights: { [task.workspace]: ['EXECUTE'] } });
  await leavesNothing(server, ROUTE, { token, body: { executable: task.id } }, 403, 'forbidden', 'task_execution');
});

test('a service account that may use engines starts, reads and ends a task, and changes nothing else', async () => {
  const task = await make.task();
  const { token } = await make.user({ type: 'SERVICE', permissions: ['SVC_ENGINE_USE'], rights: { [task.workspace]: ['EXECUTE'] } });
  const started = await call(ROUTE, { token, body: { executable: task.id } });
  assert.equal(started.status, 201, JSON.stringify(started.body));
  const path = { executionId: started.body.executionId };
  assert.equal((await call('GET /processing/executions/{executionId}', { token, path })).body.userType, 'SERVICE');
  assert.equal((await call('DELETE /processing/executions/{executionId}', { token, path })).status, 204);
  const change = { token, path: { taskId: task.id }, body: { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' } } };
  assertRefused(await call('PUT /orchestration/executables/tasks/{taskId}/run-config', change), 403, 'forbidden');
});

test('task-executions.start.right', async () => {
  const task = await make.task();
  const needs = { workspace: task.workspace, permission: ['SVC_OPERATOR', 'SVC_ENGINE_USE'], right: 'EXECUTE' } as const;
  await changesRows(server, { task_execution: 2 }, () =>
    requiresOneOf(server, needs, (token) => call(ROUTE, { token, body: { executable: task.id } }), 201),
  );
});

test('task-executions.start.unknown', async () => {
  const hidden = await make.task();
  const { token } = await make.user({ permissions: ['SVC_OPERATOR'] });
  await leavesNothing(server, ROUTE, { token, body: { executable: hidden.id } }, 404, 'not_found', 'task_execution');
  await leavesNothing(server, ROUTE, { body: { executable: newId() } }, 404, 'not_found', 'task_execution');
});

test('task-executions.start.configured', async () => {
  const task = await make.task({ configured: false });
  const answer = await leavesNothing(server, ROUTE, { body: { executable: task.id } }, 501, 'task_not_configured', 'task_execution');
  assert.match(answer.body.message, /run-config/);
  assert.equal((await configure(task.id, {})).status, 200);
  assert.equal((await start(task.id)).status, 201);
});

test('task-executions.start.parameters', async () => {
  const task = await make.task({
    artifactParameters: [
      { name: 'a', type: 'String', value: 'artifact', required: false },
      { name: 'b', type: 'String', value: 'artifact', required: false },
      { name: 'c', type: 'String', value: 'artifact', required: false },
      { name: 'unset', type: 'String', required: false },
    ],
    parameters: { b: 'task', c: 'task', d: 'task' },
  });
  const engine = await standInEngine(server, task.environment);
  await start(task.id, { parameters: { c: 'start', d: null, e: 7, f: false } });
  const { parameters } = await engine.claimOne();
  assert.deepEqual(parameters, { a: 'artifact', b: 'task', c: 'start', d: 'task', e: '7', f: 'false' });
});

test('task-executions.start.required-parameters', async () => {
  const required = (name: string, value?: string): object => ({
    name,
    type: 'String',
    required: true,
    ...(value !== undefined && { value }),
  });
  const task = await make.task({
    artifactParameters: [required('set', 'x'), required('url'), required('empty', ''), required('user')],
    parameters: { user: 'me' },
  });
  for (const parameters of [{}, { url: '' }, { url: null }, { empty: 'y' }]) {
    await leavesNothing(server, ROUTE, { body: { executable: task.id, parameters } }, 400, 'parameter_required', 'task_execution');
  }
  assert.match((await start(task.id)).body.message, /url, empty/);
  assert.equal((await start(task.id, { parameters: { url: 'u', empty: 'e' } })).status, 201);
  assertRefused(await start(task.id, { parameters: { url: 'u', empty: 'e', user: '' } }), 400, 'parameter_required');
});

test('task-executions.start.parameter-types', async () => {
  const declared = (name: string, type: string, value?: string): object => ({ name, type, required: false, ...(value && { value }) });
  const artifactParameters = [declared('limit', 'int'), declared('ratio', 'number', '0.5'), declared('dry', 'id_Boolean')];
  const task = await make.task({ artifactParameters, parameters: { limit: '3' } });
  for (const parameters of [{ limit: 's3cret' }, { limit: 1.5 }, { ratio: 'half' }, { dry: 'no' }]) {
    const sent = { body: { executable: task.id, parameters } };
    const refused = await leavesNothing(server, ROUTE, sent, 400, 'parameter_malformed', 'task_execution', 'live_execution');
    assert.ok(!refused.body.message.includes('s3cret'), 'a value may be a secret');
  }
  assert.match(
    (await start(task.id, { parameters: { limit: 'x', dry: 'x' } })).body.message,
    /limit \(int\) .*, dry \(id_Boolean\) must be/,
  );
  assert.equal((await start(task.id, { parameters: { limit: 10, ratio: '', dry: true, lmit: 'a custom one' } })).status, 201);
  // A stored value is checked when it is used.
  const stored = await make.task({ artifactParameters, parameters: { limit: 'three' } });
  await leavesNothing(server, ROUTE, { body: { executable: stored.id } }, 400, 'parameter_malformed', 'task_execution', 'live_execution');
  assert.equal((await start(stored.id, { parameters: { limit: '3' } })).status, 201);
});

test('task-executions.start.resources', async () => {
  const { id: workspace, environment } = await make.workspace();
  const engine = await standInEngine(server, environment);
  const resource = { workspaceId: workspace, name: 'codes.csv' };
  const created = await call('POST /orchestration/resources', { form: upload({ resource }, Buffer.from('old')) });
  const task = await make.task({
    workspace,
    resources: { resource_file_codes: created.body.id },
    artifactParameters: [{ name: 'resource_file_codes', type: 'file', required: true }],
  });
  assert.equal((await start(task.id)).status, 201);
  const replacement = { path: { resourceId: created.body.id }, form: upload({}, Buffer.from('newer')) };
  assert.equal((await call('PUT /orchestration/resources/{resourceId}/upload', replacement)).status, 204);
  assert.equal((await start(task.id)).status, 201);

  const { executions } = await engine.claim();
  assert.deepEqual(
    executions.map((execution) => execution.resources.map(({ hash, ...rest }) => ({ ...rest, known: hash.length }))),
    [3, 5].map((size) => [{ variable: 'resource_file_codes', name: 'codes.csv', file: true, size, known: 64 }]),
  );
  const hashes = executions.map(({ resources }) => resources[0]?.hash ?? '');
  for (const [index, content] of ['old', 'newer'].entries()) {
    const { status, body, headers } = await engine.bundle(hashes[index] ?? '');
    assert.deepEqual([status, body, headers.get('content-type')], [200, content, 'application/octet-stream']);
  }
  const [first] = executions;
  assert.ok(first);
  await engine.finish(first);
  assertRefused(await engine.bundle(hashes[0] ?? ''), 404, 'not_found');
});

test('task-executions.start.timeout', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  await configure(task.id, { logLevel: 'ERROR', timeout: 30, parallelExecutionAllowed: true });
  await start(task.id);
  const configured = await engine.claimOne();
  assert.deepEqual([configured.logLevel, configured.timeoutMinutes], ['ERROR', 30]);
  const { body } = await start(task.id, { logLevel: 'OFF', timeout: 2 });
  const overridden = await engine.claimOne();
  assert.deepEqual([overridden.logLevel, overridden.timeoutMinutes], ['OFF', 2]);
  assert.equal((await read(body.executionId)).timeout, 2);
});

test('task-executions.limits.timeout', async () => {
  const task = await make.task();
  for (const timeout of [0, -1, 0.5, '5', 525_601]) {
    await leavesNothing(server, ROUTE, { body: { executable: task.id, timeout } }, 400, 'malformed_request', 'task_execution');
  }
  assert.equal((await start(task.id, { timeout: 1 })).status, 201);
});

test('task-executions.start.cloud', async () => {
  const task = await make.task();
  const elsewhere = await standInEngine(server, await make.environment());
  const engines = [await standInEngine(server, task.environment), await standInEngine(server, task.environment)];
  for (const engine of engines) {
    const { body } = await start(task.id);
    assert.deepEqual((await elsewhere.claim()).executions, []);
    assert.equal((await engine.claimOne()).executionId, body.executionId);
  }
});

test('task-executions.start.engine', async () => {
  const workspace = await make.workspace();
  const [assigned, other] = [await standInEngine(server, workspace.environment), await standInEngine(server, workspace.environment)];
  const task = await make.task({ workspace: workspace.id, engine: assigned.id });
  const { body } = await start(task.id);
  assert.deepEqual((await other.claim()).executions, []);
  assert.equal((await assigned.claimOne()).executionId, body.executionId);
  assert.equal((await read(body.executionId)).executionDestination, 'REMOTE_ENGINE');
});

test('task-executions.start.api-version', async () => {
  const task = await make.task();
  const { body } = await start(task.id);
  assert.equal((await read(body.executionId)).apiVersion, '2021-03');
});

test('a later change of the task does not affect an accepted execution', async () => {
  const task = await make.task({ parameters: { a: 'before' }, name: 'Before' });
  const engine = await standInEngine(server, task.environment);
  const { body } = await start(task.id);
  const { artifact } = (await call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: task.id } })).body;
  const changed = { workspaceId: task.workspace, name: 'After', description: null, artifact, parameters: { a: 'after' } };
  assert.equal(
    (
      await call('PUT /orchestration/executables/tasks/{taskId}', {
        path: { taskId: task.id },
        body: { ...changed, artifact: { id: artifact.id, version: artifact.version } },
      })
    ).status,
    200,
  );
  const claimed = await engine.claimOne();
  assert.deepEqual([claimed.taskName, claimed.parameters], ['Before', { a: 'before' }]);
  assert.equal((await read(body.executionId)).jobVersion, '0.1');
});

test('a malformed body is refused', async () => {
  const task = await make.task();
  for (const body of [
    {},
    { executable: 'x' },
    { executable: task.id, priority: 1 },
    { executable: task.id, logLevel: 'ALL' },
    { executable: task.id, parameters: { a: {} } },
  ]) {
    await leavesNothing(server, ROUTE, { body }, 400, 'malformed_request', 'task_execution');
  }
});
