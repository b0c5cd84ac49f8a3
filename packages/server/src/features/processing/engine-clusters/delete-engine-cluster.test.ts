import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /processing/runtimes/remote-engine-clusters/{clusterId}';
const CONFIGURE = 'PUT /orchestration/executables/tasks/{taskId}/run-config';
const server = await startTestServer();
const { call, make } = server;
const remove = (clusterId: string) => call(ROUTE, { path: { clusterId } });

test('engine-clusters.delete.engines', async () => {
  const { id: engine, environment } = await make.engine();
  const cluster = await make.cluster({ environment, engines: [engine] });
  await make.runProfile({ cluster: cluster.id });
  await changesRows(server, { engine: 0, engine_cluster: -1, run_profile: -1 }, async () => {
    assert.equal((await remove(cluster.id)).status, 204);
  });
  const { body } = await call('GET /processing/runtimes/remote-engines/{id}', { path: { id: engine } });
  assert.equal(body.clusterId, undefined);
  assertRefused(await remove(cluster.id), 404, 'not_found');
});

test('engine-clusters.delete.use', async () => {
  const workspace = await make.workspace();
  const cluster = await make.cluster({ environment: workspace.environment });
  const path = { clusterId: cluster.id };
  const task = await make.task({ workspace: workspace.id, cluster: cluster.id });
  await leavesNothing(server, ROUTE, { path }, 400, 'cluster_in_use', 'engine_cluster', 'task_run_config');
  const { body } = await call('POST /processing/executions', { body: { executable: task.id } });
  await call(CONFIGURE, { path: { taskId: task.id }, body: { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' } } });
  await leavesNothing(server, ROUTE, { path }, 400, 'cluster_in_use', 'engine_cluster');
  await call('DELETE /processing/executions/{executionId}', { path: { executionId: body.executionId } });
  assert.equal((await remove(cluster.id)).status, 204);
});

test('engine-clusters.create.permission: deleting needs SVC_CLUSTER_MANAGEMENT', async () => {
  const { id: clusterId } = await make.cluster();
  const path = { clusterId };
  const { token } = await make.user({ permissions: PERMISSIONS.filter((permission) => permission !== 'SVC_CLUSTER_MANAGEMENT') });
  await leavesNothing(server, ROUTE, { token, path }, 403, 'forbidden', 'engine_cluster');
  await leavesNothing(server, ROUTE, { token: undefined, path }, 401, 'not_signed_in', 'engine_cluster');
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
  await leavesNothing(server, ROUTE, { token: stranger.token, path }, 404, 'not_found', 'engine_cluster');
  assertRefused(await remove(newId()), 404, 'not_found');
  const enough = await make.user({ permissions: ['SVC_CLUSTER_MANAGEMENT'] });
  assert.equal((await call(ROUTE, { token: enough.token, path })).status, 204);
});

test('when a deletion and a run configuration name the same cluster at the same time, only one succeeds', async () => {
  for (let round = 0; round < 8; round += 1) {
    const workspace = await make.workspace();
    const cluster = await make.cluster({ environment: workspace.environment });
    const task = await make.task({ workspace: workspace.id, configured: false });
    const body = { trigger: { type: 'MANUAL' }, runtime: { type: 'REMOTE_ENGINE_CLUSTER', id: cluster.id } };
    const [removed, configured] = await Promise.all([remove(cluster.id), call(CONFIGURE, { path: { taskId: task.id }, body })]);
    assert.ok(['204 400', '400 200'].includes(`${removed.status} ${configured.status}`), `${removed.status} and ${configured.status}`);
  }
});

test('an environment is deleted with its clusters and their run profiles', async () => {
  const workspace = await make.workspace();
  const cluster = await make.cluster({ environment: workspace.environment });
  const profile = await make.runProfile({ cluster: cluster.id });
  await make.task({ workspace: workspace.id, cluster: cluster.id, runProfile: profile.id });
  await changesRows(server, { environment: -1, engine_cluster: -1, run_profile: -1, task_run_config: -1 }, async () => {
    const { status } = await call('DELETE /orchestration/environments/{Id}', { path: { Id: workspace.environment } });
    assert.equal(status, 204);
  });
});
