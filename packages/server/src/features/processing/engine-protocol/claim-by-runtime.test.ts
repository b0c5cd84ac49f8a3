import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standInEngine, untilClaimsWait } from '../../../../test/support/engine.ts';
import { firingOf } from '../../../../test/support/firing.ts';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make } = server;
const { fireAt, moveTo, onlyTrigger, recordsOf } = firingOf(server);

const start = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const read = async (executionId: string) => (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body;
const listed = async (taskId: string) =>
  (await call('GET /processing/executables/tasks/{taskId}/executions', { path: { taskId } })).body.items[0];
const join = (clusterId: string, engineId: string, method = 'PUT') =>
  call(`${method} /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}`, {
    path: { clusterId, engineId },
    ...(method === 'PUT' && { body: {} }),
  });

test('task-executions.start.cluster', async () => {
  const workspace = await make.workspace();
  const { environment } = workspace;
  const [firstEngine, secondEngine, outsider] = await Promise.all([1, 2, 3].map(() => standInEngine(server, environment)));
  assert.ok(firstEngine && secondEngine && outsider);
  const cluster = await make.cluster({ environment, engines: [firstEngine.id, secondEngine.id] });
  const otherCluster = await make.cluster({ environment, engines: [outsider.id] });
  const task = await make.task({ workspace: workspace.id, cluster: cluster.id });

  const ids = [await start(task.id), await start(task.id)];
  assert.deepEqual((await outsider.claim()).executions, []);
  for (const [index, engine] of [firstEngine, secondEngine].entries())
    assert.deepEqual(
      (await engine.claim({ free: 1 })).executions.map(({ executionId }) => executionId),
      [ids[index]],
    );
  const execution = await read(ids[0] ?? '');
  assert.deepEqual([execution.executionDestination, execution.remoteEngineClusterId], ['REMOTE_ENGINE_CLUSTER', cluster.id]);
  assert.deepEqual((await listed(task.id)).runtime, { type: 'REMOTE_ENGINE_CLUSTER', id: cluster.id, clusterId: cluster.id });

  const third = await start(task.id);
  assert.equal((await join(cluster.id, firstEngine.id, 'DELETE')).status, 204);
  assert.deepEqual((await firstEngine.claim()).executions, [], 'an engine that left the cluster gets none of its executions');
  await join(otherCluster.id, outsider.id, 'DELETE');
  const waiting = outsider.claim({ wait: 30_000 });
  assert.equal((await join(cluster.id, outsider.id)).status, 204);
  assert.deepEqual(
    (await waiting).executions.map(({ executionId }) => executionId),
    [third],
    'an engine that joins the cluster gets the waiting execution',
  );
});

test('task-executions.start.engine: an engine of a cluster still claims executions for itself and for any engine', async () => {
  const workspace = await make.workspace();
  const { environment } = workspace;
  const [engine, sibling] = [await standInEngine(server, environment), await standInEngine(server, environment)];
  await make.cluster({ environment, engines: [engine.id, sibling.id] });
  const forEngine = await start((await make.task({ workspace: workspace.id, engine: engine.id })).id);
  assert.deepEqual((await sibling.claim()).executions, []);
  assert.equal((await engine.claimOne()).executionId, forEngine);
  const forAny = await start((await make.task({ workspace: workspace.id })).id);
  assert.equal((await sibling.claimOne()).executionId, forAny);
});

test('task-executions.claim.oldest', async () => {
  const workspace = await make.workspace();
  const { environment } = workspace;
  const engine = await standInEngine(server, environment);
  const cluster = await make.cluster({ environment, engines: [engine.id] });
  const [forAny, forEngine, forCluster] = [
    await make.task({ workspace: workspace.id }),
    await make.task({ workspace: workspace.id, engine: engine.id }),
    await make.task({ workspace: workspace.id, cluster: cluster.id }),
  ];
  const started: string[] = [];
  for (const task of [forCluster, forAny, forEngine, forAny, forCluster, forEngine]) started.push(await start(task.id));
  const claimed: string[] = [];
  for (const _ of started) claimed.push(...(await engine.claim({ free: 1 })).executions.map(({ executionId }) => executionId));
  assert.deepEqual(claimed, started);
});

test('task-executions.start.jvm-arguments', async () => {
  const workspace = await make.workspace();
  const engine = await standInEngine(server, workspace.environment);
  const profile = await make.runProfile({ engine: engine.id, jvmArguments: ['-Xmx1G', '-Da=b c'] });
  const task = await make.task({ workspace: workspace.id, engine: engine.id, runProfile: profile.id });
  const executionId = await start(task.id);
  const change = (jvmArguments: string[]) =>
    call('PUT /processing/run-profiles/{id}', { path: { id: profile.id }, body: { jvmArguments } });
  await change(['-Xmx2G']);
  assert.deepEqual((await engine.claimOne()).jvmArguments, ['-Xmx1G', '-Da=b c'], 'the arguments at the time of the start');
  assert.deepEqual([(await read(executionId)).runProfileId, (await listed(task.id)).runtime.runProfileId], [profile.id, profile.id]);

  await start(task.id);
  assert.deepEqual((await engine.claimOne()).jvmArguments, ['-Xmx2G']);
  await change([]);
  await start(task.id);
  assert.equal('jvmArguments' in (await engine.claimOne()), false);
});

test('tasks.run-config.run-as', async () => {
  const workspace = await make.workspace();
  const engine = await standInEngine(server, workspace.environment);
  const task = await make.task({ workspace: workspace.id, engine: engine.id });
  await start(task.id);
  const { workspaceId, runAsUser } = await engine.claimOne();
  assert.deepEqual([workspaceId, runAsUser], [workspace.id, undefined]);
  const configured = await call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    path: { taskId: task.id },
    body: {
      trigger: { type: 'MANUAL' },
      runtime: { type: 'REMOTE_ENGINE', id: engine.id },
      remoteRunAsUser: 'etl',
      parallelExecutionAllowed: true,
    },
  });
  assert.equal(configured.status, 200, JSON.stringify(configured.body));
  await start(task.id);
  assert.equal((await engine.claimOne()).runAsUser, 'etl');
});

test('run-profiles.arguments.start', async () => {
  const workspace = await make.workspace();
  const engine = await standInEngine(server, workspace.environment);
  const profile = await make.runProfile({ engine: engine.id, jvmArguments: ['-Xmx1G', '-XX:OnError=id'] });
  const task = await make.task({ workspace: workspace.id, engine: engine.id, runProfile: profile.id });
  const sent = { body: { executable: task.id } };
  const { body } = await leavesNothing(server, 'POST /processing/executions', sent, 400, 'jvm_argument_refused', 'task_execution');
  assert.match(JSON.stringify(body), /'-XX:OnError'.*PUT \/processing\/run-profiles\/[0-9a-f-]{36}/);

  const due = new Date(Math.floor(Date.now() / 300_000) * 300_000);
  const configured = await call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    path: { taskId: task.id },
    body: {
      trigger: { type: 'CRON', cronExpression: '0/5 * * * ?', timeZone: 'UTC' },
      runtime: { type: 'REMOTE_ENGINE', id: engine.id, runProfileId: profile.id },
    },
  });
  assert.equal(configured.status, 200, JSON.stringify(configured.body));
  await moveTo((await onlyTrigger(task)).id, due);
  await fireAt(due);
  const [record] = await recordsOf(task);
  assert.deepEqual([record?.outcome, record?.misfired_reason], ['DEPLOY_FAILED', 'UNKNOWN']);
  assert.match(record?.error_message ?? '', /'-XX:OnError'/);
  assert.deepEqual((await engine.claim()).executions, []);

  await call('PUT /processing/run-profiles/{id}', { path: { id: profile.id }, body: { jvmArguments: ['-Xmx1G'] } });
  assert.equal((await call('POST /processing/executions', sent)).status, 201);
});

test('remote-engines.unpair.credential: a claim that waits while its engine is unpaired and paired again gets nothing', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const waiting = engine.claim({ wait: 1500 });
  await untilClaimsWait(server, 1);
  const { body: key } = await call('DELETE /processing/runtimes/remote-engines/{id}/pairing', { path: { id: engine.id } });
  await call('POST /engine/v1/pairing', { token: undefined, body: { preAuthorizedKey: key, version: '1' } });
  const executionId = await start(task.id);
  assert.deepEqual((await waiting).executions, []);
  assert.equal((await read(executionId)).executionStatus, 'EXECUTION_EVENT_RECEIVED');
});
