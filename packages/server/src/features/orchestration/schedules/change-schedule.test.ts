import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { boundSchedule } from '../../../../test/support/bind.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PATCH /orchestration/schedules/{scheduleId}';
const server = await startTestServer();
const { call, make } = server;
const read = async (scheduleId: string) => (await call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId } })).body;

test('a description is changed, stays when it is left out, and is removed by null', async () => {
  const { id } = await make.schedule({ description: 'before' });
  const change = async (body: object): Promise<string | undefined> => {
    assert.equal((await call(ROUTE, { path: { scheduleId: id }, body })).status, 204);
    return (await read(id)).description;
  };
  assert.equal(await change({ description: 'after' }), 'after');
  assert.equal(await change({}), 'after');
  assert.equal(await change({ description: null }), undefined);
  assert.equal((await read(id)).triggers.length, 1);
});

test('schedules.change.precondition', async () => {
  const task = await make.task();
  const sibling = await make.workspace({ environment: task.environment });
  const bound = await boundSchedule(server, task, { description: 'kept' });
  const orphan = await make.schedule({ environment: task.environment, description: 'kept' });
  const change = async (scheduleId: string, workspace: string, right: 'VIEW' | 'EXECUTE') => {
    const rights = { [task.workspace]: ['VIEW'], [workspace]: [right] } as const;
    const { token } = await make.user({ permissions: ['SVC_OPERATOR'], rights });
    return call(ROUTE, { token, path: { scheduleId }, body: { description: 'changed' } });
  };
  assertRefused(await change(bound.id, task.workspace, 'VIEW'), 428, 'executor_required');
  assertRefused(await change(bound.id, sibling.id, 'EXECUTE'), 428, 'executor_required');
  assertRefused(await change(orphan.id, sibling.id, 'VIEW'), 428, 'executor_required');
  for (const { id } of [bound, orphan]) assert.equal((await read(id)).description, 'kept');
  assert.equal((await change(orphan.id, sibling.id, 'EXECUTE')).status, 204);
  assert.equal((await change(bound.id, task.workspace, 'EXECUTE')).status, 204);
});

test('changing needs SVC_OPERATOR and a schedule that the caller may see', async () => {
  const workspace = await make.workspace();
  const { id } = await make.schedule({ environment: workspace.environment });
  const sent = { path: { scheduleId: id }, body: { description: 'x' } };
  const { token } = await make.user({ rights: { [workspace.id]: ['EXECUTE'] } });
  assertRefused(await call(ROUTE, { ...sent, token }), 403, 'forbidden');
  const withoutView = await make.user({ permissions: ['SVC_OPERATOR'] });
  assertRefused(await call(ROUTE, { ...sent, token: withoutView.token }), 404, 'not_found');
  assertRefused(await call(ROUTE, { ...sent, path: { scheduleId: newId() } }), 404, 'not_found');
});
