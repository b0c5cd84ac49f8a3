import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { idOf, makeConnection, makeTask, makePromotionScene, statuses, reportedMessages } from '../../../../test/support/promotions.ts';
import { changesRows } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make, platform } = server;
const TASK = '/orchestration/executables/tasks/{taskId}';

const read = async (taskId: string) => (await call(`GET ${TASK}`, { path: { taskId } })).body;
const change = async (taskId: string, changes: object) => {
  const { description = '', ...task } = await read(taskId);
  const body = { ...task, description, workspaceId: task.workspace.id, artifact: { id: task.artifact.id, version: task.artifact.version } };
  for (const name of ['id', 'workspace', 'version', 'taskPauseDetails']) delete body[name];
  const answer = await call(`PUT ${TASK}`, { path: { taskId }, body: { ...body, ...changes } });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
};

/** Creates a promotion of a workspace with a task. */
async function withTask(values: Record<string, unknown> = {}) {
  const scene = await makePromotionScene(server);
  const workspace = await make.workspace({ environment: scene.source });
  const task = await makeTask(server, workspace, { name: 'load', ...values });
  return { scene, workspace, task, promoted: () => idOf(server, 'task', scene.target, 'load') };
}

test('promotions.tasks.update', async () => {
  const { scene, task, promoted } = await withTask({ description: 'first' });
  const first = await scene.promote();
  assert.deepEqual(reportedMessages(first)['FLOW load'], ['CREATED']);
  const id = await promoted();
  assert.equal(first.workspaces[0].flows[0].id, task);
  assert.equal(first.workspaces[0].flows[0].targetId, id);
  assert.equal((await read(id)).version, '0.1');

  await changesRows(server, { task: 0, artifact: 0, artifact_version: 0, workspace: 0 }, async () => {
    const again = await scene.promote();
    assert.deepEqual([...new Set(Object.values(statuses(again)))], ['REUSED']);
  });
  assert.equal((await read(id)).version, '0.1', 'nothing changed');

  await change(task, { description: 'second' });
  assert.deepEqual(reportedMessages(await scene.promote())['FLOW load'], ['REPLACED']);
  assert.deepEqual([(await read(id)).description, (await read(id)).version], ['second', '0.1'], 'a description raises no version');

  const artifact = await make.artifact({ workspace: (await read(task)).workspace.id, name: 'newer' });
  await change(task, { artifact: { id: artifact.id, version: artifact.version } });
  const third = await scene.promote();
  assert.deepEqual(statuses(third)['FLOW load'], 'REPLACED');
  assert.equal(third.workspaces[0].flows[0].targetVersion, '0.1');
  assert.deepEqual([(await read(id)).artifact.name, (await read(id)).version, await promoted()], ['newer', '0.2', id]);
});

test('promotions.tasks.parameters', async () => {
  const { scene, task, promoted } = await withTask({ parameters: { host: 'dev', rows: 5 } });
  await scene.promote();
  const id = await promoted();
  assert.deepEqual((await read(id)).parameters, { host: 'dev', rows: '5' });
  await change(id, { parameters: { host: 'live', own: 'kept' } });
  await change(task, { parameters: { host: 'dev2', rows: '6', fresh: 'new' } });
  await scene.promote();
  assert.deepEqual((await read(id)).parameters, { host: 'live', own: 'kept', rows: '6', fresh: 'new' });
});

test('promotions.tasks.tags', async () => {
  const { scene, task, promoted } = await withTask({ tags: ['nightly', 'a b'] });
  await scene.promote();
  const id = await promoted();
  assert.deepEqual((await read(id)).tags, ['nightly', 'a b']);
  await change(id, { tags: ['other'] });
  await change(task, { tags: [] });
  await scene.promote();
  assert.deepEqual((await read(id)).tags, []);
});

test('promotions.tasks.auto-upgrade', async () => {
  const { scene, promoted } = await withTask({ autoUpgradeInfo: { autoUpgradable: true, overrideWithDefaultParameters: true } });
  await scene.promote();
  const id = await promoted();
  assert.deepEqual((await read(id)).autoUpgradeInfo, { autoUpgradable: false, overrideWithDefaultParameters: true });
  await change(id, { autoUpgradeInfo: { autoUpgradable: true } });
  assert.equal(statuses(await scene.promote())['FLOW load'], 'REPLACED');
  assert.equal((await read(id)).autoUpgradeInfo.autoUpgradable, false);
});

test('a promoted task refers to connections and resources of the target', async () => {
  const scene = await makePromotionScene(server);
  const [workspace, other] = [await make.workspace({ environment: scene.source }), await make.workspace({ environment: scene.source })];
  const connection = await makeConnection(server, other.id, 'store');
  const resource = await make.resource({ workspace: other.id, name: 'list.csv' });
  const references = { connections: { http: connection }, resources: { resource_file_list: resource.id } };
  const task = await makeTask(server, workspace, { name: 'load', ...references });
  await scene.promote();
  const promoted = await read(await idOf(server, 'task', scene.target, 'load'));
  assert.deepEqual(promoted.connections, { http: await idOf(server, 'connection', scene.target, 'store') });
  assert.deepEqual(promoted.resources, { resource_file_list: await idOf(server, 'resource', scene.target, 'list.csv') });
  await change(task, { connections: {}, resources: {} });
  await scene.promote();
  assert.deepEqual((await read(promoted.id)).connections, {}, 'a connection that the source task does not name is removed');
});

const isConfigured = async (task: string): Promise<boolean> =>
  (await platform.db.reader.rows(sql`select from task_run_config where task_id = ${task}`)).length > 0;

test('promotions.tasks.run-config', async () => {
  const { scene, task, promoted } = await withTask();
  const config = (taskId: string) => call(`GET ${TASK}/run-config`, { path: { taskId } });
  const set = (taskId: string, body: object) =>
    call(`PUT ${TASK}/run-config`, { path: { taskId }, body: { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' }, ...body } });
  await scene.promote();
  const id = await promoted();
  assert.equal(await isConfigured(id), false, 'the source has no run configuration');

  const daily = { type: 'DAILY', interval: 1, startDate: '2026-01-01', startTime: '12:00', timeZone: 'UTC' };
  await call(`PUT ${TASK}/de-run-config`, { path: { taskId: task }, body: { trigger: { type: 'MANUAL' }, logLevel: 'INFO', timeout: 3 } });
  await set(task, { logLevel: 'ERROR', timeout: 7, parallelExecutionAllowed: true, trigger: daily });
  const [status, ...messages] = reportedMessages(await scene.promote())['FLOW load'] ?? [];
  assert.equal(status, 'REPLACED');
  assert.match(messages.join(), /^INFO .*copied without its trigger\.,INFO .*dynamic engines/);
  const { body: source } = await config(task);
  assert.equal(source.trigger.type, 'DAILY');
  assert.deepEqual((await config(id)).body, { ...source, trigger: { type: 'MANUAL' } });
  assert.equal((await call('POST /processing/executions', { body: { executable: id } })).status, 201, 'the promoted task can be started');
  const dynamic = (taskId: string) => call(`GET ${TASK}/de-run-config`, { path: { taskId } });
  assert.deepEqual([(await dynamic(id)).body.timeout, (await dynamic(id)).body.trigger.type], [3, 'MANUAL']);

  await set(id, { logLevel: 'OFF' });
  await set(task, { logLevel: 'WARN' });
  assert.deepEqual(reportedMessages(await scene.promote())['FLOW load'], ['REUSED']);
  assert.equal((await config(id)).body.logLevel, 'OFF', 'the run configuration of the target stays');
});

test('a run configuration whose runtime has no counterpart is left out with a warning', async () => {
  const scene = await makePromotionScene(server);
  const task = await make.task({ workspace: (await make.workspace({ environment: scene.source })).id, name: 'load' });
  await platform.db.writer.rows(sql`update task_run_config set runtime_type = 'PIPELINE_ENGINE' where task_id = ${task.id}`);
  await changesRows(server, { task: 1, task_run_config: 0 }, async () => {
    const report = await scene.promote();
    assert.equal(report.status, 'PROMOTION_WARNING');
    assert.match((reportedMessages(report)['FLOW load'] ?? []).join(), /^CREATED,WARN .*PIPELINE_ENGINE/);
  });
});
