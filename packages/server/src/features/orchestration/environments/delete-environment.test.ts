import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { untilLocksWait } from '../../../../test/support/locks.ts';
import type { MadeTask } from '../../../../test/support/make.ts';
import { createStage } from '../../../../test/support/plan-runs.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /orchestration/environments/{Id}';
const TABLES = [
  'environment',
  'workspace',
  'workspace_right',
  'artifact',
  'artifact_version',
  'task',
  'task_run_config',
  'task_execution',
  'plan',
  'plan_step',
  'plan_step_task',
  'plan_step_plan',
];
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;

const remove = (Id: string, token?: string) => call(ROUTE, { path: { Id }, ...(token && { token }) });
const start = async (task: MadeTask): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable: task.id } })).body.executionId;
const end = (executionId: string) => call('DELETE /processing/executions/{executionId}', { path: { executionId } });

/** Creates an environment with two workspaces that use each other's artifacts, a right, and a finished execution with a log line. */
async function makeFilled(): Promise<MadeTask> {
  const workspace = await make.workspace();
  const neighbour = await make.workspace({ environment: workspace.environment });
  await make.user({ rights: { [workspace.id]: ['VIEW', 'AUTHOR'] } });
  const task = await make.task({ workspace: workspace.id });
  await make.task({ workspace: neighbour.id, artifactVersion: task.artifactVersion });
  await make.task({ workspace: workspace.id, artifactVersion: (await make.artifact({ workspace: neighbour.id })).versionId });
  const handler = await make.plan({ workspace: workspace.id, steps: [[task.id]] });
  await make.plan({ workspace: neighbour.id, steps: [[task.id], [task.id]], handler: { tasks: [task.id], plans: [handler.id] } });
  const execution = await start(task);
  await end(execution);
  await platform.db.writer.rows(sql`
    insert into log_chunk (execution_id, end_index, lines, first_at, last_at, severities, text_bytes, bytes, data)
    values (${execution}, 1, 1, now(), now(), 4, 9, 9, '1 IO hello\n')`);
  return task;
}

test('environments.3.cascade', async () => {
  const kept = await makeFilled();
  const before = await server.count(...TABLES, 'log_chunk');
  const { environment } = await makeFilled();
  assert.notDeepEqual(await server.count(...TABLES, 'log_chunk'), before);
  assert.equal((await remove(environment)).status, 204);
  assert.deepEqual(await server.count(...TABLES, 'log_chunk'), before);
  assertRefused(await remove(environment), 404, 'not_found');
  assert.equal((await call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: kept.id } })).status, 200);
});

test('environments.3.engine', async () => {
  const { environment } = await makeFilled();
  const engine = await make.engine({ environment });
  await leavesNothing(server, ROUTE, { path: { Id: environment } }, 400, 'environment_has_engine', ...TABLES, 'engine');
  await platform.db.writer.rows(sql`
    delete from engine
    where id = ${engine.id}`);
  assert.equal((await remove(environment)).status, 204);
});

test('environments.3.use', async () => {
  const task = await makeFilled();
  const execution = await start(task);
  await leavesNothing(server, ROUTE, { path: { Id: task.environment } }, 403, 'environment_in_use', ...TABLES);
  await platform.db.writer.rows(sql`
    update live_execution
    set status = 'STARTING_FLOW_EXECUTION',
        engine_id = gen_random_uuid(),
        started_at = now(),
        lease_expires_at = now() + interval '1 hour'
    where execution_id = ${execution}`);
  await leavesNothing(server, ROUTE, { path: { Id: task.environment } }, 403, 'environment_in_use', ...TABLES);
  await platform.db.writer.rows(sql`
    with ended as (
      delete from live_execution
      where execution_id = ${execution}
    )
    update task_execution
    set outcome = 'EXECUTION_SUCCESS',
        finished_at = now()
    where id = ${execution}`);
  assert.equal((await remove(task.environment)).status, 204);
});

test('environments.3.use: a plan execution between two steps', async () => {
  const stage = await createStage(server);
  const id = await stage.start(await stage.plan([{ tasks: await stage.tasks(1) }, { tasks: await stage.tasks(1) }]));
  for (const execution of await stage.claimAll()) await stage.engine.finish(execution);
  await platform.db.writer.rows(sql`
    delete from engine
    where id = ${stage.engine.id}`);
  const path = { Id: stage.workspace.environment };
  await leavesNothing(server, ROUTE, { path }, 403, 'environment_in_use', ...TABLES, 'plan_execution');
  await stage.end(id);
  assert.equal((await remove(path.Id)).status, 204);
});

test('environments.3.use: an execution that is accepted at the same moment is not lost', async () => {
  const task = await makeFilled();
  const execution = await start(task);
  await end(execution);
  const [inserted, accepted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const written = platform.db.transaction(async (tx) => {
    const id = newId();
    await tx.rows(sql`
      insert into live_execution (execution_id, environment_id, task_id, target_id, alone)
      values (${id}, ${task.environment}, ${task.id}, ${task.environment}, true)`);
    await tx.rows(sql`
      insert into task_execution (
        id, tenant_id, environment_id, workspace_id, task_id, task_name, task_version, tags, artifact_name, artifact_version, layout, blob_hash,
        parameters, log_level, parallel_execution_allowed, execution_type, account_id, user_type, runtime_type)
      select ${id}, tenant_id, environment_id, workspace_id, task_id, task_name, task_version, tags, artifact_name, artifact_version, layout,
             blob_hash, parameters, log_level, parallel_execution_allowed, execution_type, account_id, user_type, runtime_type
      from task_execution
      where id = ${execution}`);
    inserted.resolve();
    await accepted.promise;
  });
  await inserted.promise;
  const refusal = remove(task.environment);
  await untilLocksWait(platform.db.reader);
  accepted.resolve();
  await written;
  assertRefused(await refusal, 403, 'environment_in_use');
});

test('names the engine before the execution when both prevent the deletion', async () => {
  const task = await makeFilled();
  await start(task);
  await make.engine({ environment: task.environment });
  assertRefused(await remove(task.environment), 400, 'environment_has_engine');
});

test('environments.1.permission: deleting', async () => {
  const Id = await make.environment();
  assertRefused(await call(ROUTE, { token: undefined, path: { Id } }), 401, 'not_signed_in');
  const { token } = await make.user({ permissions: ['SVC_OPERATOR', 'SVC_CLUSTER_MANAGEMENT'] });
  await leavesNothing(server, ROUTE, { token, path: { Id } }, 403, 'forbidden', 'environment');
  const manager = await make.user({ permissions: ['SVC_ENVIRONMENT_MANAGEMENT'] });
  assert.equal((await remove(Id, manager.token)).status, 204);
});

test('refuses unknown ids, malformed ids and environments of another tenant', async () => {
  const foreign = await make.environment({ tenant: await make.otherTenant() });
  await leavesNothing(server, ROUTE, { path: { Id: foreign } }, 404, 'not_found', 'environment');
  assertRefused(await remove(crypto.randomUUID()), 404, 'not_found');
  assertRefused(await remove('42'), 400, 'malformed_request');
});
