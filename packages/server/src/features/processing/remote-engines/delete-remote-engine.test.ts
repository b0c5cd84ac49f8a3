import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { standInEngine, untilClaimsWait } from '../../../../test/support/engine.ts';
import { changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /processing/runtimes/remote-engines/{id}';
const server = await startTestServer();
const { call, make } = server;
const remove = async (id: string): Promise<number> => (await call(ROUTE, { path: { id } })).status;
const start = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;

test('an engine is deleted once', async () => {
  const { id } = await make.engine();
  await changesRows(server, { engine: -1, environment: 0 }, async () => assert.equal(await remove(id), 204));
  assertRefused(await call(ROUTE, { path: { id } }), 404, 'not_found');
});

test('remote-engines.create.permission: deleting needs SVC_CLUSTER_MANAGEMENT', async () => {
  const { id } = await make.engine();
  const { token } = await make.user({ permissions: PERMISSIONS.filter((permission) => permission !== 'SVC_CLUSTER_MANAGEMENT') });
  await leavesNothing(server, ROUTE, { token, path: { id } }, 403, 'forbidden', 'engine');
  await leavesNothing(server, ROUTE, { token: undefined, path: { id } }, 401, 'not_signed_in', 'engine');
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
  await leavesNothing(server, ROUTE, { token: stranger.token, path: { id } }, 404, 'not_found', 'engine');
  assertRefused(await call(ROUTE, { path: { id: newId() } }), 404, 'not_found');
  const enough = await make.user({ permissions: ['SVC_CLUSTER_MANAGEMENT'] });
  assert.equal((await call(ROUTE, { token: enough.token, path: { id } })).status, 204);
});

test('remote-engines.delete.use', async () => {
  const workspace = await make.workspace();
  const engine = await standInEngine(server, workspace.environment);
  const path = { id: engine.id };
  const task = await make.task({ workspace: workspace.id, engine: engine.id });
  const refuses = (): Promise<unknown> =>
    leavesNothing(server, ROUTE, { path }, 409, 'engine_in_use', 'engine', 'task_run_config', 'task_execution');
  await refuses();

  await start(task.id);
  const cloud = { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' } };
  assert.equal(
    (await call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: task.id }, body: cloud })).status,
    200,
  );
  await refuses();
  const lease = await engine.claimOne();
  await refuses();
  await engine.start(lease);
  await refuses();
  await engine.finish(lease);
  assert.equal(await remove(engine.id), 204, 'finished executions do not prevent the deletion');
  const { body } = await call('GET /processing/executions/{executionId}', { path: { executionId: lease.executionId } });
  assert.deepEqual([body.status, typeof body.remoteEngineId], ['execution_successful', 'string'], 'the history still names the engine');
});

test('remote-engines.delete.cluster', async () => {
  const { id, environment } = await make.engine();
  const cluster = await make.cluster({ environment, engines: [id] });
  await leavesNothing(server, ROUTE, { path: { id } }, 409, 'engine_in_use', 'engine', 'engine_cluster');
  await call('DELETE /processing/runtimes/remote-engine-clusters/{clusterId}', { path: { clusterId: cluster.id } });
  assert.equal(await remove(id), 204);
});

test('remote-engines.delete.credential', async () => {
  const engine = await standInEngine(server, await make.environment());
  await engine.heartbeat();
  assert.equal(await remove(engine.id), 204);
  assertRefused(await engine.send('POST /engine/v1/beats', { running: [] }), 401, 'not_signed_in');
  assertRefused(await engine.send('POST /engine/v1/claims', { free: 1, waitMilliseconds: 0 }), 401, 'not_signed_in');
  assertRefused(await engine.send('POST /engine/v1/reports', {}), 401, 'not_signed_in');
  assertRefused(await engine.bundle('0'.repeat(64)), 401, 'not_signed_in');
});

test('remote-engines.delete.credential: a claim that waits while its engine is deleted gets nothing', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const waiting = engine.claim({ wait: 1000 });
  await untilClaimsWait(server, 1);
  assert.equal(await remove(engine.id), 204);
  const executionId = await start(task.id);
  assert.deepEqual((await waiting).executions, []);
  const { body } = await call('GET /processing/executions/{executionId}', { path: { executionId } });
  assert.equal(body.executionStatus, 'EXECUTION_EVENT_RECEIVED', 'it waits for another engine');
});

test('when a deletion and a run configuration name the same engine at the same time, only one succeeds', async () => {
  for (let round = 0; round < 8; round += 1) {
    const workspace = await make.workspace();
    const engine = await make.engine({ environment: workspace.environment });
    const task = await make.task({ workspace: workspace.id, configured: false });
    const body = { trigger: { type: 'MANUAL' }, runtime: { type: 'REMOTE_ENGINE', id: engine.id } };
    const [removed, configured] = await Promise.all([
      remove(engine.id),
      call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: task.id }, body }),
    ]);
    assert.ok(
      [
        [204, 400],
        [409, 200],
      ].some(([deletion, configuration]) => deletion === removed && configuration === configured.status),
      `${removed} and ${configured.status}`,
    );
  }
});
