// run: own server because it sets MILLRACE_OUTBOUND_ALLOW
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { publication, shellBundle } from '../../../../test/support/bundles.ts';
import { watchEvents } from '../../../../test/support/events.ts';
import { makePromotionScene } from '../../../../test/support/promotions.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

// Loopback must be allowed explicitly, because the tests create several users.
const server = await startTestServer({ MILLRACE_OUTBOUND_ALLOW: 'loopback' });
const { call, make } = server;
const { assertRaisesOne, assertRaises, tenant } = await watchEvents(server);
const { id: me, login } = (await call('GET /account/me')).body;

async function done(route: string, sent: object): Promise<Answer['body']> {
  const answer = await call(route, sent);
  assert.ok(answer.status < 300, `${route}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

test('events.environments.records', async () => {
  const body = { name: 'Stage', description: 'Before production', owner: login, workspaceName: 'First' };
  let id = '';
  const [event, first] = await assertRaises(['environment.created', 'workspace.created'], async () => {
    ({ id } = await done('POST /orchestration/environments', { body }));
  });
  assert.deepEqual(event?.data, { environmentId: id, name: 'Stage', description: 'Before production' });
  assert.deepEqual([event?.tenant, event?.resource, event?.actor, event?.space], [tenant, id, me, null]);
  assert.deepEqual([first?.data.name, first?.data.environmentId, first?.data.ownerId, first?.actor], ['First', id, me, me]);
  const path = { Id: id };
  const changed = await assertRaisesOne('environment.updated', () =>
    done('PUT /orchestration/environments/{Id}', { path, body: { name: 'Stage 2' } }),
  );
  assert.deepEqual(changed.data, { environmentId: id, name: 'Stage 2' });
  await assertRaisesOne('environment.deleted', () => done('DELETE /orchestration/environments/{Id}', { path }));
});

test('events.workspaces.records', async () => {
  const environmentId = await make.environment({ tenant });
  let id = '';
  const event = await assertRaisesOne('workspace.created', async () => {
    ({ id } = await done('POST /orchestration/workspaces', { body: { environmentId, name: 'Sales', owner: login } }));
  });
  assert.deepEqual(event.data, { workspaceId: id, name: 'Sales', environmentId, ownerId: me });
  assert.deepEqual([event.space, event.resource, event.owner, event.actor], [id, id, me, me]);
  const changed = await assertRaisesOne('workspace.updated', () =>
    done('PUT /orchestration/workspaces/{id}', { path: { id }, body: { name: 'Sale' } }),
  );
  assert.equal(changed.data.name, 'Sale');
  const task = await make.task({ workspace: id });
  assert.ok(task.id);
  await assertRaisesOne('workspace.deleted', () => done('DELETE /orchestration/workspaces/{id}', { path: { id } }));
});

test('events.artifacts.published', async () => {
  const { id: workspaceId, environment: environmentId } = await make.workspace();
  const bundle = await shellBundle('echo hello');
  const publish = () => done('POST /orchestration/artifacts', { form: publication({ workspaceId, name: 'load' }, bundle) });
  let version: Answer['body'];
  const event = await assertRaisesOne('artifact.published', async () => (version = await publish()));
  const { artifactId, versionId, ...data } = event.data;
  assert.deepEqual(data, { name: 'load', type: 'standard', version: version.version, publisher: login, environmentId, workspaceId });
  assert.deepEqual([event.resource, event.space, event.actor], [artifactId, workspaceId, me]);
  assert.ok(versionId);
});

test('events.tasks.records', async () => {
  const { id: workspaceId, environment: environmentId } = await make.workspace();
  const bundle = await shellBundle('echo hello');
  let minor = 0;
  const publish = () => {
    const version = `1.${(minor += 1)}.0`;
    return done('POST /orchestration/artifacts', { form: publication({ workspaceId, name: 'load', version }, bundle) });
  };
  const { data: artifact } = await assertRaisesOne('artifact.published', publish);
  const body = { name: 'Load', workspaceId, environmentId, artifact: { id: artifact.artifactId, version: artifact.version } };
  let taskId = '';
  const TASKS = '/orchestration/executables/tasks';
  const event = await assertRaisesOne('task.created', async () => ({ id: taskId } = await done(`POST ${TASKS}`, { body })));
  const { artifactId, ...data } = event.data;
  const named = { taskId, taskName: 'Load', environmentId, workspaceId, artifactName: 'load', artifactVersion: artifact.version };
  assert.deepEqual(data, { ...named, version: 1 });
  assert.equal(artifactId, artifact.artifactId);
  assert.deepEqual([event.resource, event.space, event.actor], [taskId, workspaceId, me]);

  const path = { taskId };
  const auto = { ...body, description: 'At night', autoUpgradeInfo: { autoUpgradable: true, overrideWithDefaultParameters: false } };
  const changed = await assertRaisesOne('task.updated', () => done(`PUT ${TASKS}/{taskId}`, { path, body: auto }));
  assert.equal(changed.data.description, 'At night');
  const [, moved] = await assertRaises(['artifact.published', 'task.updated'], publish);
  assert.deepEqual([moved?.data.taskId, moved?.data.version, moved?.actor], [taskId, 2, me]);
  await assertRaisesOne('task.updated', () => done(`PUT ${TASKS}/{taskId}`, { path, body }));
  await assertRaisesOne('task.updated', () => done(`PATCH ${TASKS}/{taskId}`, { path, body: { latestArtifact: true, forceUpdate: true } }));
  await assertRaises([], () => done(`PATCH ${TASKS}/{taskId}`, { path, body: { latestArtifact: true, forceUpdate: true } }));

  const pause = (pausing: boolean) => done(`PUT ${TASKS}/{taskId}/pause`, { path, body: { pause: pausing, pauseContext: 'Repair' } });
  const paused = await assertRaisesOne('task.paused', () => pause(true));
  assert.equal(paused.data.pauseContext, 'Repair');
  await assertRaises([], () => pause(true));
  await assertRaisesOne('task.resumed', () => pause(false));
  await assertRaisesOne('task.deleted', () => done(`DELETE ${TASKS}/{taskId}`, { path }));
});

test('events.plans.records', async () => {
  const task = await make.task();
  const { workspace: workspaceId, environment: environmentId } = task;
  const steps = [{ name: 'One', taskIds: [task.id], condition: 'ALL_SUCCEEDED' }];
  const body = { name: 'Nightly', workspaceId, steps };
  const PLANS = '/orchestration/executables/plans';
  let planId = '';
  const event = await assertRaisesOne('plan.created', async () => ({ id: planId } = await done(`POST ${PLANS}`, { body })));
  assert.deepEqual(event.data, { planId, planName: 'Nightly', environmentId, workspaceId });
  assert.deepEqual([event.resource, event.space, event.actor], [planId, workspaceId, me]);
  const path = { planId };
  const changed = await assertRaisesOne('plan.updated', () => done(`PUT ${PLANS}/{planId}`, { path, body: { ...body, name: 'Weekly' } }));
  assert.equal(changed.data.planName, 'Weekly');
  const pause = (pausing: boolean) => done(`PUT ${PLANS}/{planId}/pause`, { path, body: { pause: pausing, pauseContext: 'Repair' } });
  const paused = await assertRaisesOne('plan.paused', () => pause(true));
  assert.equal(paused.data.pauseContext, 'Repair');
  await assertRaisesOne('plan.resumed', () => pause(false));
  await assertRaisesOne('plan.deleted', () => done(`DELETE ${PLANS}/{planId}`, { path }));
});

test('events.promotions.finished', async () => {
  const scene = await makePromotionScene(server);
  const { id: workspace } = await make.workspace({ environment: scene.source });
  const engine = await make.engine({ environment: scene.source, workspace });
  const task = await make.task({ workspace, engine: engine.id });
  const plan = await make.plan({ workspace, steps: [[task.id]] });
  await assertRaises([], () => scene.analyze());
  const types = ['workspace.created', 'engine.created', 'artifact.published', 'task.created', 'plan.created', 'promotion.run.finished'];
  const events = await assertRaises(types, () => scene.promote());
  assert.deepEqual([...new Set(events.map(({ actor }) => actor))], [scene.executor.id]);
  const run = events.at(-1);
  const { executionId, finishedAt, message, promotionName, ...data } = run?.data ?? {};
  const environments = { sourceEnvironmentId: scene.source, targetEnvironmentId: scene.target };
  assert.deepEqual(data, { promotionId: scene.id, ...environments, status: 'ok', executionStatus: 'PROMOTION_WARNING' });
  assert.ok(executionId && finishedAt && message && promotionName);
  await assertRaises(['promotion.run.finished'], () => scene.promote());
  const rename = (table: 'task' | 'plan', id: string) =>
    server.platform.db.writer.rows(sql`update ${table === 'task' ? sql`task` : sql`plan`} set description = 'Changed' where id = ${id}`);
  await rename('task', task.id);
  await rename('plan', plan.id);
  const changed = await assertRaises(['task.updated', 'plan.updated', 'promotion.run.finished'], () => scene.promote());
  assert.deepEqual([changed[0]?.data.description, changed[1]?.data.description], ['Changed', 'Changed']);
});

test('events.connections.test-failed', async () => {
  const { id: workspaceId, environment: environmentId } = await make.workspace();
  const parameters = [
    { name: 'url', value: 'http://127.0.0.1:1/' },
    { name: 'password', value: 'very-secret', encrypted: true },
  ];
  const body = { name: 'Warehouse', workspaceId, app: 'http', parameters };
  const { id: connectionId } = await done('POST /orchestration/connections', { body });
  let reason = '';
  const event = await assertRaisesOne('connection.test.failed', async () => {
    ({ reason } = await done('POST /orchestration/connections/{connectionId}/test', { path: { connectionId } }));
  });
  assert.deepEqual(event.data, { connectionId, name: 'Warehouse', app: 'http', reason, environmentId, workspaceId });
  assert.deepEqual([event.resource, event.space, event.actor], [connectionId, workspaceId, me]);
  const url = `${server.watchUrl}/metrics`;
  await done('PUT /orchestration/connections/{connectionId}', {
    path: { connectionId },
    body: { parameters: [{ name: 'url', value: url }] },
  });
  await assertRaises([], async () => {
    const { success } = await done('POST /orchestration/connections/{connectionId}/test', { path: { connectionId } });
    assert.equal(success, true);
  });
});
