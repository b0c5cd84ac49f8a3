import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { boundSchedule } from '../../../../test/support/bind.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/schedules/{scheduleId}';
const server = await startTestServer();
const { call, make } = server;

test('schedules.get.bound', async () => {
  const task = await make.task();
  const bound = await boundSchedule(server, task);
  const orphan = await make.schedule({ environment: task.environment });
  const read = async (scheduleId: string) => (await call(ROUTE, { path: { scheduleId } })).body;
  const { executableId, executableType } = await read(bound.id);
  assert.deepEqual({ executableId, executableType }, { executableId: task.id, executableType: 'TASK' });
  assert.deepEqual(Object.keys(await read(orphan.id)), ['id', 'triggers', 'environmentId']);
});

test('schedules.1.unlinked: reading needs VIEW on any workspace of the environment', async () => {
  const workspace = await make.workspace();
  await make.workspace({ environment: workspace.environment });
  const { id } = await make.schedule({ environment: workspace.environment });
  await requiresOneOf(server, { workspace: workspace.id, right: 'VIEW' }, (token) => call(ROUTE, { token, path: { scheduleId: id } }), 200);
});

test('schedules.1.view: reading a schedule in action needs VIEW on the workspace of its task', async () => {
  const task = await make.task();
  const sibling = await make.workspace({ environment: task.environment });
  const { id } = await boundSchedule(server, task);
  await requiresOneOf(
    server,
    { workspace: task.workspace, right: 'VIEW' },
    (token) => call(ROUTE, { token, path: { scheduleId: id } }),
    200,
  );
  const { token } = await make.user({ rights: { [sibling.id]: ['MANAGE'] } });
  assertRefused(await call(ROUTE, { token, path: { scheduleId: id } }), 404, 'not_found');
});

test('a schedule becomes an orphan when its task is deleted', async () => {
  const task = await make.task();
  const { id } = await boundSchedule(server, task);
  assert.equal((await call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId: task.id } })).status, 204);
  assert.equal('executableId' in (await call(ROUTE, { path: { scheduleId: id } })).body, false);
});

test('an unknown schedule is not found, a malformed id is refused', async () => {
  assertRefused(await call(ROUTE, { path: { scheduleId: newId() } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { scheduleId: 'first' } }), 400, 'malformed_request');
});
