import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /processing/runtimes/remote-engine-clusters';
const server = await startTestServer();
const { call, make } = server;

const environmentId = await make.environment({ name: 'Clusters' });
let number = 0;
const bodyOf = (changes: object = {}): object => ({ name: `Cluster ${(number += 1)}`, environmentId, ...changes });
const clusterOf = async (id: string): Promise<string | undefined> =>
  (await call('GET /processing/runtimes/remote-engines/{id}', { path: { id } })).body.clusterId;

test('creates a cluster with its engines, which then have its id', async () => {
  const workspace = await make.workspace({ environment: environmentId });
  const first = await make.engine({ environment: environmentId, name: 'a' });
  const second = await make.engine({ environment: environmentId, name: 'b' });
  const created = await call(ROUTE, {
    body: bodyOf({
      name: ' North ',
      description: 'Both',
      workspaceId: workspace.id,
      remoteEngines: [second.id, first.id.toUpperCase(), second.id],
    }),
  });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const { id, runtimeId, createDate, updateDate, workspace: shown, ...rest } = created.body;
  assert.deepEqual(rest, { name: 'North', description: 'Both', availability: 'AVAILABLE', managed: false, engines: [first.id, second.id] });
  assert.deepEqual([shown.id, shown.environment.name, createDate], [workspace.id, 'Clusters', updateDate]);
  assert.notEqual(runtimeId, id);
  for (const engine of [first, second]) assert.equal(await clusterOf(engine.id), id);
});

test('engine-clusters.create.permission', async () => {
  const { token } = await make.user({ permissions: PERMISSIONS.filter((permission) => permission !== 'SVC_CLUSTER_MANAGEMENT') });
  await leavesNothing(server, ROUTE, { token, body: bodyOf() }, 403, 'forbidden', 'engine_cluster');
  await leavesNothing(server, ROUTE, { token: undefined, body: bodyOf() }, 401, 'not_signed_in', 'engine_cluster');
  const enough = await make.user({ permissions: ['SVC_CLUSTER_MANAGEMENT'] });
  assert.equal((await call(ROUTE, { token: enough.token, body: bodyOf() })).status, 201);
});

test('engine-clusters.create.name', async () => {
  const answers = await Promise.all([1, 2].map(() => call(ROUTE, { body: bodyOf({ name: 'Once' }) })));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409]);
  const engine = await make.engine({ environment: environmentId });
  const body = bodyOf({ name: ' Once', remoteEngines: [engine.id] });
  await leavesNothing(server, ROUTE, { body }, 409, 'cluster_name_taken', 'engine_cluster');
  assert.equal(await clusterOf(engine.id), undefined);
  assert.equal((await call(ROUTE, { body: bodyOf({ name: 'Once', environmentId: await make.environment() }) })).status, 201);
});

test('engine-clusters.create.environment', async () => {
  const tenant = await make.otherTenant();
  for (const id of [newId(), await make.environment({ tenant })])
    await leavesNothing(server, ROUTE, { body: bodyOf({ environmentId: id }) }, 404, 'not_found', 'engine_cluster');
});

test('engine-clusters.create.workspace', async () => {
  for (const workspaceId of [(await make.workspace()).id, newId(), 'mine'])
    await leavesNothing(server, ROUTE, { body: bodyOf({ workspaceId }) }, 400, 'workspace_outside_environment', 'engine_cluster');
  for (const workspaceId of ['', null]) {
    const { status, body } = await call(ROUTE, { body: bodyOf({ workspaceId }) });
    assert.deepEqual([status, Object.keys(body.workspace)], [201, ['environment']]);
  }
});

test('engine-clusters.create.engines', async () => {
  const known = await make.engine({ environment: environmentId });
  const tenant = await make.otherTenant();
  for (const id of [newId(), (await make.engine()).id, (await make.engine({ tenant })).id]) {
    const body = bodyOf({ remoteEngines: [known.id, id] });
    await leavesNothing(server, ROUTE, { body }, 400, 'engine_unknown', 'engine_cluster');
  }
  assert.equal(await clusterOf(known.id), undefined);
});

test('engine-clusters.create.owner', async () => {
  const [workspace, other] = await Promise.all([1, 2].map(() => make.workspace({ environment: environmentId })));
  assert.ok(workspace && other);
  const [ours, free] = [
    await make.engine({ environment: environmentId, workspace: workspace.id }),
    await make.engine({ environment: environmentId }),
  ];
  const refuses = (changes: object, code: string) => leavesNothing(server, ROUTE, { body: bodyOf(changes) }, 400, code, 'engine_cluster');
  await refuses({ remoteEngines: [free.id, ours.id] }, 'engine_unknown');
  await refuses({ workspaceId: other.id, remoteEngines: [ours.id] }, 'engine_unknown');

  const task = await make.task({ workspace: other.id, engine: free.id, name: 'of others' });
  const { body } = await refuses({ workspaceId: workspace.id, remoteEngines: [ours.id, free.id] }, 'engine_in_use');
  assert.match(JSON.stringify(body), /of others/);
  const path = { taskId: task.id };
  await call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    path,
    body: { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' } },
  });
  const created = await call(ROUTE, { body: bodyOf({ workspaceId: workspace.id, remoteEngines: [ours.id, free.id] }) });
  assert.equal(created.status, 201, JSON.stringify(created.body));
});

test('engine-clusters.create.one', async () => {
  const free = await make.engine({ environment: environmentId });
  const taken = await make.engine({ environment: environmentId });
  const cluster = await make.cluster({ environment: environmentId, engines: [taken.id] });
  const body = bodyOf({ remoteEngines: [free.id, taken.id] });
  await leavesNothing(server, ROUTE, { body }, 409, 'engine_in_cluster', 'engine_cluster');
  assert.deepEqual([await clusterOf(free.id), await clusterOf(taken.id)], [undefined, cluster.id]);
});

test('only one of two clusters that are created with the same engine at the same time succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const engine = await make.engine({ environment: environmentId });
    const answers = await Promise.all([1, 2].map(() => call(ROUTE, { body: bodyOf({ remoteEngines: [engine.id] }) })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409]);
  }
});

test('engine-clusters.add.default: the tasks of the engines move to a created cluster, without their run profile', async () => {
  const workspace = await make.workspace({ environment: environmentId });
  const engine = await make.engine({ environment: environmentId });
  const profile = await make.runProfile({ engine: engine.id });
  const task = await make.task({ workspace: workspace.id, engine: engine.id, runProfile: profile.id });
  const { body } = await call(ROUTE, { body: bodyOf({ remoteEngines: [engine.id] }) });
  const config = await call('GET /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: task.id } });
  assert.deepEqual(config.body.runtime, { type: 'REMOTE_ENGINE_CLUSTER', id: body.id, clusterId: body.id });
});

test('a malformed body is refused', async () => {
  const cases = [{ name: ' ' }, { name: undefined }, { environmentId: 'x' }, { remoteEngines: ['x'] }, { remoteEngines: 'x' }, { size: 1 }];
  for (const changes of cases) assertRefused(await call(ROUTE, { body: bodyOf(changes) }), 400, 'malformed_request');
});
