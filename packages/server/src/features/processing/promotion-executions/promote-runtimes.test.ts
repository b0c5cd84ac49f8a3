import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { idOf, makePromotionScene, statuses, reportedMessages, type PromotionScene } from '../../../../test/support/promotions.ts';
import { changesRows, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make, platform } = server;
const TASK = '/orchestration/executables/tasks/{taskId}';

const runtimeOf = async (scene: PromotionScene, name = 'load') =>
  (await call(`GET ${TASK}/run-config`, { path: { taskId: await idOf(server, 'task', scene.target, name) } })).body.runtime;
const readProfile = async (id: string) => (await call('GET /processing/run-profiles/{id}', { path: { id } })).body;

/** Creates a promotion of a task that names an engine and its run profile. */
async function withProfile() {
  const scene = await makePromotionScene(server);
  const engine = await make.engine({ environment: scene.source, name: 'big' });
  const profile = await make.runProfile({ engine: engine.id, name: 'large', jvmArguments: ['-Xmx8G', '-Dsource'] });
  await make.runProfile({ engine: engine.id, name: 'unused' });
  const workspace = await make.workspace({ environment: scene.source });
  const task = await make.task({ workspace: workspace.id, engine: engine.id, runProfile: profile.id, name: 'load' });
  return { scene, engine, profile, workspace, task };
}

test('promotions.engines.name', async () => {
  const scene = await makePromotionScene(server);
  const [engine, counterpart] = [
    await make.engine({ environment: scene.source, name: 'big' }),
    await make.engine({ environment: scene.target, name: 'big' }),
  ];
  const workspace = await make.workspace({ environment: scene.source });
  const task = await make.task({ workspace: workspace.id, engine: engine.id, name: 'load' });
  await changesRows(server, { engine: 0 }, async () => {
    const report = await scene.promote();
    assert.equal(report.status, 'PROMOTED');
    assert.deepEqual(reportedMessages(report)['ENGINE big'], ['REUSED']);
    const [shown] = report.engines;
    assert.deepEqual([shown.id, shown.targetId, shown.usedBy.map(({ id }: { id: string }) => id)], [engine.id, counterpart.id, [task.id]]);
  });
  const { body } = await call(`GET ${TASK}/run-config`, { path: { taskId: await idOf(server, 'task', scene.target, 'load') } });
  assert.deepEqual([body.runtime.type, body.runtime.id], ['REMOTE_ENGINE', counterpart.id]);
});

test('promotions.engines.created', async () => {
  const scene = await makePromotionScene(server);
  const engine = await make.engine({ environment: scene.source, name: 'far' });
  const workspace = await make.workspace({ environment: scene.source });
  for (const name of ['one', 'two']) await make.task({ workspace: workspace.id, engine: engine.id, name });
  await changesRows(server, { engine: 1 }, async () => {
    const report = await scene.promote();
    assert.equal(report.status, 'PROMOTION_WARNING');
    assert.match((reportedMessages(report)['ENGINE far'] ?? []).join(), /^CREATED,WARN .*'far'.*paired/);
    assert.equal(report.engines[0].usedBy.length, 2);
  });
  const found = await platform.db.reader.only<{ id: string; paired: boolean; runtime_id: string }>(sql`
    select id, paired_at is not null or credential_hash is not null as paired, runtime_id
    from engine
    where environment_id = ${scene.target}`);
  assert.equal(found.paired, false);
  const again = await scene.promote();
  assert.deepEqual([again.status, reportedMessages(again)['ENGINE far']], ['PROMOTED', ['REUSED']]);
});

test('promotions.clusters.name', async () => {
  const scene = await makePromotionScene(server);
  const [cluster, counterpart] = [
    await make.cluster({ environment: scene.source, name: 'pool' }),
    await make.cluster({ environment: scene.target, name: 'pool' }),
  ];
  const workspace = await make.workspace({ environment: scene.source });
  const task = await make.task({ workspace: workspace.id, cluster: cluster.id, name: 'load' });
  await changesRows(server, { engine_cluster: 0, task: 1 }, async () => {
    const report = await scene.promote();
    assert.deepEqual([report.status, reportedMessages(report)['CLUSTER pool'], report.engines], ['PROMOTED', ['REUSED'], []]);
    const [shown] = report.clusters;
    assert.deepEqual([shown.id, shown.targetId, shown.usedBy.map(({ id }: { id: string }) => id)], [cluster.id, counterpart.id, [task.id]]);
  });
  const runtime = await runtimeOf(scene);
  assert.deepEqual(runtime, { type: 'REMOTE_ENGINE_CLUSTER', id: counterpart.id, clusterId: counterpart.id });
});

test('promotions.clusters.created', async () => {
  const scene = await makePromotionScene(server);
  const engine = await make.engine({ environment: scene.source });
  const cluster = await make.cluster({ environment: scene.source, name: 'pool', engines: [engine.id] });
  const workspace = await make.workspace({ environment: scene.source });
  for (const name of ['one', 'two']) await make.task({ workspace: workspace.id, cluster: cluster.id, name });
  const planned = await scene.analyze();
  assert.deepEqual([planned.clusters[0].analyzeReport.status, planned.clusters[0].targetId], ['CREATED', undefined]);
  await changesRows(server, { engine_cluster: 1, engine: 0 }, async () => {
    const report = await scene.promote();
    assert.equal(report.status, 'PROMOTION_WARNING');
    assert.match((reportedMessages(report)['CLUSTER pool'] ?? []).join(), /^CREATED,WARN .*'pool'.*without engines/);
    assert.equal(report.clusters[0].usedBy.length, 2);
    const { body } = await call('GET /processing/runtimes/remote-engine-clusters/{clusterId}', {
      path: { clusterId: report.clusters[0].targetId },
    });
    assert.deepEqual([body.name, body.engines], ['pool', []]);
  });
  const again = await scene.promote();
  assert.deepEqual([again.status, reportedMessages(again)['CLUSTER pool']], ['PROMOTED', ['REUSED']]);
});

test('an engine is not created for a task that has another run configuration in the target', async () => {
  const { scene, task } = await withProfile();
  const cloud = { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' } };
  await scene.promote({ advanced: { artifactId: task.artifact, artifactType: 'ACTION' } });
  const workspace = await platform.db.reader.only<{ id: string }>(sql`select id from workspace where environment_id = ${scene.target}`);
  const counterpart = await make.task({ workspace: workspace.id, name: 'load', configured: false });
  await call(`PUT ${TASK}/run-config`, { path: { taskId: counterpart.id }, body: cloud });
  await changesRows(server, { engine: 0, run_profile: 0 }, async () => {
    assert.deepEqual((await scene.promote()).engines, []);
  });
});

test('promotions.run-profiles.name', async () => {
  const { scene, profile } = await withProfile();
  const counterpart = await make.engine({ environment: scene.target, name: 'big' });
  const otherProfile = await make.runProfile({ engine: (await make.engine({ environment: scene.target })).id, name: 'large' });
  await changesRows(server, { engine: 0, run_profile: 1 }, async () => {
    const report = await scene.promote();
    assert.deepEqual(
      [reportedMessages(report)['ENGINE big'], reportedMessages(report)['ENGINE big PROFILE large']],
      [['REPLACED'], ['CREATED']],
    );
    const [{ runProfiles }] = report.engines;
    assert.deepEqual([runProfiles.length, runProfiles[0].id, runProfiles[0].name], [1, profile.id, 'large']);
    const { engineId, runProfileId } = await runtimeOf(scene);
    assert.deepEqual([engineId, runProfileId], [counterpart.id, runProfiles[0].targetId]);
    assert.notEqual(runProfileId, otherProfile.id);
    const made = await readProfile(runProfileId);
    assert.deepEqual([made.name, made.jvmArguments, made.processorId], ['large', ['-Xmx8G', '-Dsource'], counterpart.id]);
  });
  assert.deepEqual(statuses(await scene.promote())['ENGINE big PROFILE large'], 'REUSED');
});

test('promotions.run-profiles.name: run profiles of clusters and of dynamic engines', async () => {
  const scene = await makePromotionScene(server);
  const cluster = await make.cluster({ environment: scene.source, name: 'pool' });
  const profile = await make.runProfile({ cluster: cluster.id, name: 'large' });
  const dynamic = await make.runProfile({ environment: scene.source, name: 'large', jvmArguments: ['-Xmx2G'] });
  const workspace = await make.workspace({ environment: scene.source });
  const task = await make.task({ workspace: workspace.id, cluster: cluster.id, runProfile: profile.id, name: 'load' });
  await call(`PUT ${TASK}/de-run-config`, { path: { taskId: task.id }, body: { trigger: { type: 'MANUAL' }, runProfileId: dynamic.id } });
  await changesRows(server, { engine_cluster: 1, run_profile: 2 }, async () => {
    const report = await scene.promote();
    assert.deepEqual(reportedMessages(report)['CLUSTER pool PROFILE large'], ['CREATED']);
    assert.match((reportedMessages(report)['FLOW load'] ?? []).join(), /INFO The run profile 'large' for dynamic engines is created/);
  });
  const { clusterId, runProfileId } = await runtimeOf(scene);
  assert.equal((await readProfile(runProfileId)).processorId, clusterId);
  const taskId = await idOf(server, 'task', scene.target, 'load');
  const { body } = await call(`GET ${TASK}/de-run-config`, { path: { taskId } });
  const made = await readProfile(body.runProfileId);
  assert.deepEqual([made.processorType, made.processorId, made.jvmArguments], ['DYNAMIC_ENGINE', scene.target, ['-Xmx2G']]);

  await call('PUT /processing/run-profiles/{id}', { path: { id: dynamic.id }, body: { jvmArguments: ['-Xmx3G'] } });
  const kept = await scene.promote({ keepTargetRunProfiles: true });
  assert.match((reportedMessages(kept)['FLOW load'] ?? []).join(), /^REUSED,INFO .*differs and is kept/);
  assert.deepEqual((await readProfile(body.runProfileId)).jvmArguments, ['-Xmx2G']);
  assert.match((reportedMessages(await scene.promote())['FLOW load'] ?? []).join(), /^REUSED,INFO .*gets the content of the source/);
  assert.deepEqual((await readProfile(body.runProfileId)).jvmArguments, ['-Xmx3G']);
});

test('promotions.run-profiles.arguments', async () => {
  const { scene, profile, engine } = await withProfile();
  await scene.promote();
  const { runProfileId: id, engineId } = await runtimeOf(scene);
  const change = (profileId: string, body: object) => call('PUT /processing/run-profiles/{id}', { path: { id: profileId }, body });
  await change(id, { jvmArguments: ['-Xmx1G'], description: 'of the target' });
  const report = await scene.promote();
  assert.deepEqual(reportedMessages(report)['ENGINE big PROFILE large'], ['REPLACED']);
  const replaced = await readProfile(id);
  assert.deepEqual([replaced.jvmArguments, replaced.description], [['-Xmx8G', '-Dsource'], undefined]);

  await platform.db.writer.rows(sql`update run_profile set type = 'MICROSERVICE' where id = ${profile.id}`);
  const { token } = scene.executor;
  const sent = { token, body: { executable: scene.id } };
  await leavesNothing(server, 'POST /processing/executions/promotions', sent, 501, 'promotion_failed', 'task', 'run_profile');
  const analysis = reportedMessages(await scene.analyze(), 'analyzeReport');
  assert.match((analysis['ENGINE big'] ?? []).join(), /^FAILED,ERROR .*'large' is of type MICROSERVICE/);
  assert.equal(analysis['ENGINE big PROFILE large']?.[0], 'FAILED');
  assert.notEqual(engine.id, engineId);
});

test('promotions.run-profiles.kept', async () => {
  const { scene } = await withProfile();
  await scene.promote();
  const { runProfileId: id } = await runtimeOf(scene);
  await call('PUT /processing/run-profiles/{id}', { path: { id }, body: { jvmArguments: ['-Xmx1G'] } });
  const before = await readProfile(id);
  const report = await scene.promote({ keepTargetRunProfiles: true });
  assert.match((reportedMessages(report)['ENGINE big PROFILE large'] ?? []).join(), /^REUSED,INFO .*differs and is kept/);
  assert.deepEqual([report.keepTargetRunProfiles, statuses(report)['ENGINE big']], [true, 'REUSED']);
  assert.deepEqual(await readProfile(id), before);
});

test('promotions.tasks.run-config: triggers of all kinds are left out', async () => {
  const scene = await makePromotionScene(server);
  const workspace = await make.workspace({ environment: scene.source });
  const trigger = { type: 'DAILY', interval: 1, startDate: '2026-01-01', startTime: '12:00', timeZone: 'UTC' };
  const own = await make.task({ workspace: workspace.id, name: 'own' });
  const bound = await make.task({ workspace: workspace.id, name: 'bound' });
  const called = await make.task({ workspace: workspace.id, name: 'called', artifactParameters: [{ name: 'resource_webhook_payload' }] });
  const plan = await make.plan({ workspace: workspace.id, name: 'nightly', steps: [[own.id]] });
  const runtime = { type: 'CLOUD' };
  const set = async (route: string, path: Record<string, string>, body: object): Promise<void> =>
    assert.equal((await call(`PUT /orchestration/executables/${route}`, { path, body })).status, 200);
  await set('tasks/{taskId}/run-config', { taskId: own.id }, { trigger, runtime });
  await platform.db.writer.rows(sql`update environment set name = 'Hooked' where id = ${scene.source}`);
  await platform.db.writer.rows(sql`update workspace set name = 'Hooked' where id = ${workspace.id}`);
  await set('tasks/{taskId}/run-config', { taskId: called.id }, { trigger: { type: 'WEBHOOK', webhook: { name: 'hook' } }, runtime });
  const { id: scheduleId } = await make.schedule({ environment: scene.source });
  await set('tasks/{taskId}/schedule', { taskId: bound.id }, { scheduleId });
  await set('plans/{planId}/run-config', { planId: plan.id }, { trigger });

  await changesRows(server, { time_trigger: 0, webhook_trigger: 0, schedule: 0, task_run_config: 3, plan_run_config: 1 }, async () => {
    const report = reportedMessages(await scene.promote());
    for (const name of ['FLOW own', 'FLOW bound', 'FLOW called', 'PLAN nightly'])
      assert.match((report[name] ?? []).join(), /^CREATED,INFO .*copied without its trigger/);
  });
  for (const name of ['own', 'bound', 'called']) {
    const path = { taskId: await idOf(server, 'task', scene.target, name) };
    assert.deepEqual((await call(`GET ${TASK}/run-config`, { path })).body.trigger, { type: 'MANUAL' });
  }
});
