import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { requiresOneOf, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /orchestration/connections/{connectionId}';
const TABLES = ['connection', 'connection_parameter', 'task'];
const server = await startTestServer();
const { call, make } = server;
const workspace = await make.workspace();
const artifact = await make.artifact({ workspace: workspace.id });

const create = async (): Promise<string> => {
  const parameters = [{ name: 'password', value: 'swordfish-7c1', encrypted: true }];
  const body = { name: crypto.randomUUID(), workspaceId: workspace.id, app: 'Custom', parameters };
  return (await call('POST /orchestration/connections', { body })).body.id;
};
const taskBody = (connections: object): object => ({
  workspaceId: workspace.id,
  environmentId: workspace.environment,
  name: crypto.randomUUID(),
  description: null,
  artifact: { id: artifact.id, version: artifact.version },
  connections,
});
const use = async (connection: string) =>
  (await call('POST /orchestration/executables/tasks', { body: taskBody({ app: connection }) })).body;

test('a connection is deleted with its parameters', async () => {
  const before = await server.count(...TABLES);
  const connectionId = await create();
  assert.equal((await call(ROUTE, { path: { connectionId } })).status, 204);
  assert.deepEqual(await server.count(...TABLES), before);
  assertRefused(await call(ROUTE, { path: { connectionId } }), 404, 'not_found');
});

test('connections.delete.use', async () => {
  const connectionId = await create();
  const task = await use(connectionId);
  const { body } = await leavesNothing(server, ROUTE, { path: { connectionId } }, 409, 'connection_in_use', ...TABLES);
  assert.ok(body.message.includes(task.name));
  const { environmentId: _environment, ...cleared } = taskBody({}) as Record<string, unknown>;
  assert.equal((await call('PUT /orchestration/executables/tasks/{taskId}', { path: { taskId: task.id }, body: cleared })).status, 200);
  assert.equal((await call(ROUTE, { path: { connectionId } })).status, 204);
});

test('connections.delete.use: a waiting execution uses its connections until an engine claims it', async () => {
  const connectionId = await create();
  const task = await use(connectionId);
  const config = { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' } };
  await call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: task.id }, body: config });
  assert.equal((await call('POST /processing/executions', { body: { executable: task.id } })).status, 201);
  const { environmentId: _environment, ...cleared } = taskBody({}) as Record<string, unknown>;
  await call('PUT /orchestration/executables/tasks/{taskId}', { path: { taskId: task.id }, body: cleared });
  await leavesNothing(server, ROUTE, { path: { connectionId } }, 409, 'connection_in_use', ...TABLES);
  const engine = await standInEngine(server, workspace.environment);
  assert.equal((await engine.claimOne()).parameters['connection_app_password'], 'swordfish-7c1');
  assert.equal((await call(ROUTE, { path: { connectionId } })).status, 204);
});

test('either the deletion or the creation of a task with the connection is refused when both happen at once', async () => {
  for (let round = 0; round < 8; round += 1) {
    const connectionId = await create();
    const [created, deleted] = await Promise.all([
      call('POST /orchestration/executables/tasks', { body: taskBody({ app: connectionId }) }),
      call(ROUTE, { path: { connectionId } }),
    ]);
    assert.deepEqual([created.status, deleted.status], created.status === 201 ? [201, 409] : [400, 204]);
  }
});

test('connections.create.right: deleting', async () => {
  const needs = { workspace: workspace.id, permission: ['SVC_CONNECTION_RESOURCE_EDIT'], right: 'AUTHOR' } as const;
  const connectionId = await create();
  const { token } = await make.user({
    permissions: ['SVC_OPERATOR'],
    rights: { [workspace.id]: ['VIEW', 'EXECUTE', 'MANAGE', 'PUBLISH'] },
  });
  await leavesNothing(server, ROUTE, { token, path: { connectionId } }, 403, 'right_missing', ...TABLES);
  await requiresOneOf(
    server,
    { workspace: workspace.id, right: 'VIEW' },
    (viewerToken) => call('GET /orchestration/connections/{connectionId}', { token: viewerToken, path: { connectionId } }),
    200,
  );
  const author = await make.user({ permissions: needs.permission, rights: { [workspace.id]: ['AUTHOR'] } });
  assert.equal((await call(ROUTE, { token: author.token, path: { connectionId } })).status, 204);
  assertRefused(await call(ROUTE, { path: { connectionId: newId() } }), 404, 'not_found');
});
