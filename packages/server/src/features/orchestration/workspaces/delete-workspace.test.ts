import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import type { MadeTask } from '../../../../test/support/make.ts';
import { createStage } from '../../../../test/support/plan-runs.ts';
import { changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /orchestration/workspaces/{id}';
const TABLES = [
  'workspace',
  'workspace_right',
  'artifact',
  'artifact_version',
  'connection',
  'connection_parameter',
  'task',
  'task_run_config',
  'task_execution',
  'log_chunk',
  'plan',
  'plan_step',
  'plan_step_task',
  'plan_step_plan',
];
const server = await startTestServer();
const { call, make, platform } = server;

const remove = (id: string, token?: string) => call(ROUTE, { path: { id }, ...(token && { token }) });
const start = async (task: MadeTask): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable: task.id } })).body.executionId;
const end = (executionId: string) => call('DELETE /processing/executions/{executionId}', { path: { executionId } });

async function makeFilled(environment?: string): Promise<MadeTask> {
  const workspace = await make.workspace(environment === undefined ? {} : { environment });
  await make.user({ rights: { [workspace.id]: ['VIEW', 'MANAGE'] } });
  const parameters = [{ name: 'password', value: 'swordfish-7c1', encrypted: true }];
  await call('POST /orchestration/connections', { body: { name: 'Warehouse', workspaceId: workspace.id, app: 'Custom', parameters } });
  const task = await make.task({ workspace: workspace.id });
  const handler = await make.plan({ workspace: workspace.id, steps: [[task.id]] });
  await make.plan({ workspace: workspace.id, steps: [[task.id], [task.id]], handler: { tasks: [task.id], plans: [handler.id] } });
  const execution = await start(task);
  await end(execution);
  await platform.db.writer.rows(sql`
    insert into log_chunk (execution_id, end_index, lines, first_at, last_at, severities, text_bytes, bytes, data)
    values (${execution}, 1, 1, now(), now(), 4, 9, 9, '1 IO hello\n')`);
  return task;
}

test('workspaces.delete.cascade', async () => {
  const { environment } = await makeFilled();
  const before = await server.count(...TABLES, 'environment');
  const { workspace } = await makeFilled(environment);
  assert.notDeepEqual(await server.count(...TABLES, 'environment'), before);
  assert.equal((await remove(workspace)).status, 204);
  assert.deepEqual(await server.count(...TABLES, 'environment'), before);
  assertRefused(await remove(workspace), 404, 'not_found');
});

test('workspaces.delete.engines', async () => {
  const { id, environment } = await make.workspace();
  const engine = await make.engine({ environment, workspace: id, name: 'mill' });
  const cluster = await make.cluster({ environment, workspace: id, name: 'pool' });
  const { body } = await leavesNothing(server, ROUTE, { path: { id } }, 409, 'workspace_in_use', 'workspace');
  assert.match(JSON.stringify(body), /mill, pool/);
  await call('DELETE /processing/runtimes/remote-engines/{id}', { path: { id: engine.id } });
  assertRefused(await remove(id), 409, 'workspace_in_use');
  await call('DELETE /processing/runtimes/remote-engine-clusters/{clusterId}', { path: { clusterId: cluster.id } });
  assert.equal((await remove(id)).status, 204);
});

test('workspaces.delete.engines: an engine that is created at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, environment } = await make.workspace();
    const [removed, created] = await Promise.all([
      remove(id),
      call('POST /processing/runtimes/remote-engines', { body: { name: 'mill', environmentId: environment, workspaceId: id } }),
    ]);
    assert.ok([204, 409].includes(removed.status) && [201, 400].includes(created.status), `${removed.status} ${created.status}`);
    const engines = await platform.db.reader.rows<{ workspace_id: string }>(
      sql`select workspace_id from engine where environment_id = ${environment}`,
    );
    assert.deepEqual(engines, created.status === 201 ? [{ workspace_id: id }] : [], 'the engine never loses its workspace');
  }
});

test('workspaces.delete.custom', async () => {
  for (const type of ['shared', 'personal'] as const) {
    const { id } = await make.workspace({ type });
    await leavesNothing(server, ROUTE, { path: { id } }, 400, 'workspace_not_custom', ...TABLES);
  }
});

test('workspaces.delete.use', async () => {
  const used = await makeFilled();
  const other = await make.workspace({ environment: used.environment });
  const task = await make.task({ workspace: other.id, artifactVersion: used.artifactVersion, name: 'Nightly load' });
  const { body } = await leavesNothing(server, ROUTE, { path: { id: used.workspace } }, 409, 'workspace_in_use', ...TABLES);
  assert.match(body.message, /Nightly load/);
  const deleted = await call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId: task.id } });
  assert.equal(deleted.status, 204);
  assert.equal((await remove(used.workspace)).status, 204);
});

test('workspaces.delete.use: a connection that a task of another workspace uses', async () => {
  const used = await make.workspace();
  const body = { name: 'Warehouse', workspaceId: used.id, app: 'Custom', parameters: [] };
  const connection = (await call('POST /orchestration/connections', { body })).body.id;
  const other = await make.workspace({ environment: used.environment });
  const artifact = await make.artifact({ workspace: other.id });
  const task = {
    workspaceId: other.id,
    environmentId: used.environment,
    name: 'Nightly load',
    artifact: { id: artifact.id, version: artifact.version },
    connections: { source: connection },
  };
  const made = await call('POST /orchestration/executables/tasks', { body: task });
  const refused = await leavesNothing(server, ROUTE, { path: { id: used.id } }, 409, 'workspace_in_use', ...TABLES);
  assert.match(refused.body.message, /Nightly load/);
  await call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId: made.body.id } });
  const again = { ...task, name: 'Again' };
  const [created, deleted] = await Promise.all([call('POST /orchestration/executables/tasks', { body: again }), remove(used.id)]);
  assert.deepEqual(
    [created.status, deleted.status],
    created.status === 201 ? [201, 409] : [400, 204],
    'never a task without its connection',
  );
});

test('workspaces.delete.use: a resource that a task of another workspace uses', async () => {
  const used = await make.workspace();
  const resource = await make.resource({ workspace: used.id });
  const own = await make.task({ workspace: used.id, resources: { resource_file_a: resource.id } });
  const other = await make.workspace({ environment: used.environment });
  const task = await make.task({ workspace: other.id, resources: { resource_file_a: resource.id }, name: 'Reads it' });
  const { body } = await leavesNothing(server, ROUTE, { path: { id: used.id } }, 409, 'workspace_in_use', 'resource', ...TABLES);
  assert.match(body.message, /Reads it/);
  assert.ok(!body.message.includes(own.id));
  await call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId: task.id } });
  assert.equal((await remove(used.id)).status, 204);
});

test('workspaces.delete.use: a task or plan that a plan of another workspace runs', async () => {
  const used = await makeFilled();
  const { workspace } = used;
  const handler = await make.plan({ workspace });
  const other = await make.workspace({ environment: used.environment });
  const plans = [
    await make.plan({ workspace: other.id, name: 'Runs it', steps: [[used.id]] }),
    await make.plan({ workspace: other.id, name: 'Handles errors with its task', handler: { tasks: [used.id] } }),
    await make.plan({ workspace: other.id, name: 'Handles errors with its plan', handler: { plans: [handler.id] } }),
  ];
  for (const plan of plans) {
    const { body } = await leavesNothing(server, ROUTE, { path: { id: workspace } }, 409, 'workspace_in_use', ...TABLES);
    assert.ok(body.message.includes(plan.name), body.message);
    await call('DELETE /orchestration/executables/plans/{planId}', { path: { planId: plan.id } });
  }
  const body = { name: 'New plan', workspaceId: other.id, steps: [{ name: 'a', taskIds: [used.id] }] };
  const [created, deleted] = await Promise.all([call('POST /orchestration/executables/plans', { body }), remove(workspace)]);
  assert.deepEqual([created.status, deleted.status], created.status === 201 ? [201, 409] : [400, 204], 'never a plan without its task');
});

test('workspaces.delete.running', async () => {
  const task = await makeFilled();
  const execution = await start(task);
  await leavesNothing(server, ROUTE, { path: { id: task.workspace } }, 409, 'workspace_in_use', ...TABLES);
  await platform.db.writer.rows(sql`
    update live_execution
    set status = 'STARTING_FLOW_EXECUTION',
        engine_id = gen_random_uuid(),
        started_at = now(),
        lease_expires_at = now() + interval '1 hour'
    where execution_id = ${execution}`);
  await leavesNothing(server, ROUTE, { path: { id: task.workspace } }, 409, 'workspace_in_use', ...TABLES);
  await platform.db.writer.rows(sql`
    with ended as (
      delete from live_execution
      where execution_id = ${execution}
    )
    update task_execution
    set outcome = 'EXECUTION_FAILED',
        finished_at = now()
    where id = ${execution}`);
  assert.equal((await remove(task.workspace)).status, 204);
});

test('workspaces.delete.running: a plan execution, even of a plan of another workspace that has changed since', async () => {
  const stage = await createStage(server);
  const other = await make.workspace({ environment: stage.workspace.environment });
  const otherTask = await make.task({ workspace: other.id });
  const [first = ''] = await stage.tasks(1);
  const handler = await make.plan({ workspace: other.id });
  for (const later of [{ tasks: [otherTask.id] }, { tasks: [first], handler: { plans: [handler.id] } }]) {
    const planId = await stage.plan([{ tasks: [first] }, later]);
    const id = await stage.start(planId);
    const body = stage.planBody([{ tasks: [first] }]);
    await call('PUT /orchestration/executables/plans/{planId}', { path: { planId }, body });
    for (const used of [stage.workspace, other])
      await leavesNothing(server, ROUTE, { path: { id: used.id } }, 409, 'workspace_in_use', ...TABLES, 'plan_execution');
    await stage.end(id);
  }
  assert.equal((await remove(other.id)).status, 204);
  await changesRows(server, { plan_execution: -2, plan_step_execution: -2, task_execution: -2 }, () => remove(stage.workspace.id));
});

test('either the start of a task or the deletion is refused when both happen at once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const task = await makeFilled();
    const [started, deleted] = await Promise.all([
      call('POST /processing/executions', { body: { executable: task.id } }),
      remove(task.workspace),
    ]);
    assert.deepEqual(started.status === 201 ? [201, 409] : [404, 204], [started.status, deleted.status], JSON.stringify(started.body));
  }
});

test('workspaces.delete.permission', async () => {
  const { id } = await make.workspace();
  assertRefused(await call(ROUTE, { token: undefined, path: { id } }), 401, 'not_signed_in');
  const { token } = await make.user({ permissions: ['SVC_OPERATOR', 'SVC_CLUSTER_MANAGEMENT'], rights: { [id]: ['MANAGE'] } });
  await leavesNothing(server, ROUTE, { token, path: { id } }, 403, 'forbidden', ...TABLES);
  const manager = await make.user({ permissions: ['SVC_ENVIRONMENT_MANAGEMENT'] });
  assert.equal((await remove(id, manager.token)).status, 204);
});

test('refuses unknown ids, malformed ids and workspaces of another tenant', async () => {
  const foreign = await make.workspace({ tenant: await make.otherTenant() });
  await leavesNothing(server, ROUTE, { path: { id: foreign.id } }, 404, 'not_found', ...TABLES);
  assertRefused(await remove(crypto.randomUUID()), 404, 'not_found');
  assertRefused(await remove('42'), 400, 'malformed_request');
});
