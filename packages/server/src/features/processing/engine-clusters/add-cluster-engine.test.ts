import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}';
const server = await startTestServer();
const { call, make } = server;

const workspace = await make.workspace();
const { environment } = workspace;
const enginesOf = async (clusterId: string): Promise<string[]> =>
  (await call('GET /processing/runtimes/remote-engine-clusters/{clusterId}', { path: { clusterId } })).body.engines;
const runtimeOf = async (taskId: string) =>
  (await call('GET /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId } })).body.runtime;
const profilesOf = async (clusterId: string): Promise<{ id: string; name: string; jvmArguments: string[] }[]> =>
  (await call('GET /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles', { path: { clusterId } })).body;
const add = (clusterId: string, engineId: string, body: object = { method: 'DEFAULT' }) =>
  call(ROUTE, { path: { clusterId, engineId }, body });

/** Makes a cluster, an engine outside of it with a run profile, a task that uses the run profile, and a task of the engine without one. */
async function makeScene(name = `engine ${newId()}`) {
  const engine = await make.engine({ environment, name });
  const profile = await make.runProfile({ engine: engine.id, name: 'large', jvmArguments: ['-Xmx8G'] });
  const task = await make.task({ workspace: workspace.id, engine: engine.id, runProfile: profile.id });
  const plain = await make.task({ workspace: workspace.id, engine: engine.id });
  return { engine, profile, task, plain, cluster: await make.cluster({ environment }) };
}

test('engine-clusters.add.tasks', async () => {
  const { engine, task, plain, cluster } = await makeScene();
  const other = await make.task({ workspace: workspace.id, engine: (await make.engine({ environment })).id });
  const before = await runtimeOf(other.id);
  assert.equal((await add(cluster.id, engine.id)).status, 204);
  assert.deepEqual(await enginesOf(cluster.id), [engine.id]);
  for (const { id } of [task, plain])
    assert.deepEqual(await runtimeOf(id), { type: 'REMOTE_ENGINE_CLUSTER', id: cluster.id, clusterId: cluster.id });
  assert.deepEqual(await runtimeOf(other.id), before);
});

test('engine-clusters.create.owner: an engine that is added', async () => {
  const other = await make.workspace({ environment });
  const ours = await make.engine({ environment, workspace: workspace.id });
  for (const cluster of [await make.cluster({ environment }), await make.cluster({ environment, workspace: other.id })]) {
    assertRefused(await add(cluster.id, ours.id), 400, 'engine_unknown');
    assert.deepEqual(await enginesOf(cluster.id), []);
  }
  const { engine, task } = await makeScene();
  const owned = await make.cluster({ environment, workspace: other.id });
  assertRefused(await add(owned.id, engine.id), 400, 'engine_in_use');
  assert.deepEqual([await enginesOf(owned.id), (await runtimeOf(task.id)).id], [[], engine.id]);
  const mine = await make.cluster({ environment, workspace: workspace.id });
  for (const { id } of [ours, engine]) assert.equal((await add(mine.id, id)).status, 204);
});

test('engine-clusters.add.default', async () => {
  for (const body of [{}, { method: 'DEFAULT', runProfileId: '' }, { method: 'DEFAULT', runProfileId: newId() }]) {
    const { engine, task, cluster } = await makeScene();
    assert.equal((await add(cluster.id, engine.id, body)).status, 204);
    assert.equal((await runtimeOf(task.id)).runProfileId, undefined);
    assert.deepEqual(await profilesOf(cluster.id), []);
  }
});

test('engine-clusters.add.default: also without a body', async () => {
  const { engine, task, cluster } = await makeScene();
  assert.equal((await call(ROUTE, { path: { clusterId: cluster.id, engineId: engine.id } })).status, 204);
  assert.deepEqual([(await runtimeOf(task.id)).id, (await runtimeOf(task.id)).runProfileId], [cluster.id, undefined]);
});

test('engine-clusters.add.duplicate', async () => {
  const { engine, profile, task, plain, cluster } = await makeScene('berlin');
  await make.runProfile({ engine: engine.id, name: 'small' });
  const kept = await make.runProfile({ cluster: cluster.id, name: 'large', jvmArguments: ['-Xmx1G'] });
  assert.equal((await add(cluster.id, engine.id, { method: 'DUPLICATE_RUN_PROFILES' })).status, 204);
  const profiles = await profilesOf(cluster.id);
  assert.deepEqual(
    profiles.map((copied) => copied.name),
    ['large', 'large (berlin)', 'small'],
  );
  const copy = profiles[1];
  assert.ok(copy && copy.id !== profile.id && copy.id !== kept.id);
  assert.deepEqual(copy.jvmArguments, ['-Xmx8G']);
  assert.equal((await runtimeOf(task.id)).runProfileId, copy.id);
  assert.equal((await runtimeOf(plain.id)).runProfileId, undefined);
});

test('engine-clusters.add.duplicate: copies whose names the cluster already has are refused', async () => {
  const { engine, cluster, task } = await makeScene('paris');
  for (const name of ['large', 'large (paris)']) await make.runProfile({ cluster: cluster.id, name });
  const sent = { path: { clusterId: cluster.id, engineId: engine.id }, body: { method: 'DUPLICATE_RUN_PROFILES' } };
  await leavesNothing(server, ROUTE, sent, 409, 'run_profile_name_taken', 'run_profile');
  assert.deepEqual([await enginesOf(cluster.id), (await runtimeOf(task.id)).type], [[], 'REMOTE_ENGINE']);
});

test('engine-clusters.add.profile', async () => {
  const { engine, profile, task, plain, cluster } = await makeScene();
  for (const runProfileId of [profile.id, newId(), 'x', '', null, undefined]) {
    assertRefused(await add(cluster.id, engine.id, { method: 'CLUSTER_RUN_PROFILE', runProfileId }), 400, 'reference_unknown');
    assert.deepEqual(await enginesOf(cluster.id), []);
  }
  const own = await make.runProfile({ cluster: cluster.id });
  assert.equal((await add(cluster.id, engine.id, { method: 'CLUSTER_RUN_PROFILE', runProfileId: own.id })).status, 204);
  for (const { id } of [task, plain]) assert.equal((await runtimeOf(id)).runProfileId, own.id);
});

test('engine-clusters.add.again', async () => {
  const { engine, cluster } = await makeScene();
  for (let time = 0; time < 2; time += 1) assert.equal((await add(cluster.id, engine.id)).status, 204);
  assert.deepEqual(await enginesOf(cluster.id), [engine.id]);
});

test('engine-clusters.create.one: an engine of another cluster is refused', async () => {
  const { engine, cluster } = await makeScene();
  const first = await make.cluster({ environment, engines: [engine.id] });
  assertRefused(await add(cluster.id, engine.id), 409, 'engine_in_cluster');
  assert.deepEqual([await enginesOf(cluster.id), await enginesOf(first.id)], [[], [engine.id]]);
});

test('when the same engine is added to two clusters at the same time, only one request succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { engine, cluster } = await makeScene();
    const other = await make.cluster({ environment });
    const answers = await Promise.all([add(cluster.id, engine.id), add(other.id, engine.id)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 409]);
  }
});

test('engine-clusters.create.engines: an engine of another environment is refused', async () => {
  const { cluster } = await makeScene();
  assertRefused(await add(cluster.id, (await make.engine()).id), 400, 'engine_unknown');
});

test('engine-clusters.create.permission: adding an engine needs SVC_CLUSTER_MANAGEMENT', async () => {
  const { engine, cluster } = await makeScene();
  const path = { clusterId: cluster.id, engineId: engine.id };
  const send = (token: string | undefined) => call(ROUTE, { token, path, body: { method: 'DEFAULT' } });
  const without = await make.user({ permissions: PERMISSIONS.filter((permission) => permission !== 'SVC_CLUSTER_MANAGEMENT') });
  assertRefused(await send(without.token), 403, 'forbidden');
  assertRefused(await send(undefined), 401, 'not_signed_in');
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
  assertRefused(await send(stranger.token), 404, 'not_found');
  assertRefused(await add(newId(), engine.id), 404, 'not_found');
  assertRefused(await add(cluster.id, newId()), 404, 'not_found');
  assert.equal((await send((await make.user({ permissions: ['SVC_CLUSTER_MANAGEMENT'] })).token)).status, 204);
});

test('a malformed body is refused', async () => {
  const { engine, cluster } = await makeScene();
  for (const body of [{ method: 'COPY' }, { runProfileId: 5 }, { size: 1 }, []])
    assertRefused(await add(cluster.id, engine.id, body), 400, 'malformed_request');
});
