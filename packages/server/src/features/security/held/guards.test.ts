import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identifier, sql } from '../../../core/database/sql.ts';
import { untilLocksWait } from '../../../../test/support/locks.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const { call, make, platform } = await startTestServer();
const { reader } = platform.db;

const workspace = await make.workspace();
const makeConnection = async (): Promise<{ id: string }> =>
  (await call('POST /orchestration/connections', { body: { name: 'Store', workspaceId: workspace.id, app: 'Custom', parameters: [] } }))
    .body;

/** For each kind of objects in workspaces: its table, an operation that locks it, and the object. */
const KINDS = [
  ['task', 'DELETE /orchestration/executables/tasks/{taskId}', 'taskId', () => make.task({ workspace: workspace.id })],
  ['plan', 'DELETE /orchestration/executables/plans/{planId}', 'planId', () => make.plan({ workspace: workspace.id })],
  ['connection', 'DELETE /orchestration/connections/{connectionId}', 'connectionId', makeConnection],
  ['resource', 'DELETE /orchestration/resources/{resourceId}', 'resourceId', () => make.resource({ workspace: workspace.id })],
  ['artifact', 'DELETE /orchestration/artifacts/{artifactId}', 'artifactId', () => make.artifact({ workspace: workspace.id })],
] as const;

for (const [table, route, name, makeOne] of KINDS)
  test(`a change of a ${table} locks the workspace before the object, as the deletion of the workspace does`, async () => {
    const { id } = await makeOne();
    const answer = Promise.withResolvers<{ status: number }>();
    await platform.db.transaction(async (tx) => {
      await tx.only(sql`select w.id from workspace w where w.id = ${workspace.id} for update`);
      answer.resolve(call(route, { path: { [name]: id } }));
      await untilLocksWait(reader);
      await tx.only(sql`select o.id from ${identifier(table)} o where o.id = ${id} for update nowait`);
    });
    assert.equal((await answer.promise).status, 204);
  });

test('a workspace is not deleted while a new task of another workspace takes its artifact', async () => {
  const other = await make.workspace({ environment: workspace.environment });
  const artifact = await make.artifact({ workspace: other.id });
  const connection = await makeConnection();
  const body = {
    workspaceId: workspace.id,
    environmentId: workspace.environment,
    name: 'Copy orders',
    artifact: { id: artifact.id, version: artifact.version },
    connections: { store: connection.id },
  };
  const [created, deleted] = [Promise.withResolvers<{ status: number }>(), Promise.withResolvers<Awaited<ReturnType<typeof call>>>()];
  await platform.db.transaction(async (tx) => {
    await tx.only(sql`select c.id from connection c where c.id = ${connection.id} for update`);
    created.resolve(call('POST /orchestration/executables/tasks', { body }));
    await untilLocksWait(reader);
    deleted.resolve(call('DELETE /orchestration/workspaces/{id}', { path: { id: other.id } }));
    await untilLocksWait(reader, 2);
  });
  assert.equal((await created.promise).status, 201);
  assertRefused(await deleted.promise, 409, 'workspace_in_use');
});
