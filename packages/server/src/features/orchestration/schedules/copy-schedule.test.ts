import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { boundSchedule } from '../../../../test/support/bind.ts';
import { requiresOneOf, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /orchestration/schedules/{scheduleId}';
const server = await startTestServer();
const { call, make } = server;
const read = async (scheduleId: string) => (await call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId } })).body;
const triggers = ['06:00', '07:00', '05:00'].map((startTime) => ({
  name: `at ${startTime}`,
  type: 'DAILY',
  interval: 1,
  startDate: '2026-01-01',
  startTime,
}));

test('schedules.clone.triggers', async () => {
  const task = await make.task();
  const source = await boundSchedule(server, task, { triggers, description: 'Load' });
  const { status, body } = await call(ROUTE, { path: { scheduleId: source.id }, body: { description: 'Other' } });
  assert.equal(status, 201);
  assert.notEqual(body.id, source.id);
  assert.deepEqual(await read(body.id), { id: body.id, description: 'Other', triggers, environmentId: task.environment });
  assert.equal((await read(source.id)).executableId, task.id);
});

test('schedules.clone.description', async () => {
  const { id } = await make.schedule({ description: 'Load' });
  const clone = async (sent: object): Promise<string> => {
    const { status, body } = await call(ROUTE, { path: { scheduleId: id }, ...sent });
    assert.equal(status, 201, JSON.stringify(body));
    return (await read(body.id)).description;
  };
  assert.equal(await clone({}), 'copy of Load', 'no body at all');
  assert.equal(await clone({ text: '' }), 'copy of Load', 'an empty body');
  assert.equal(await clone({ body: {} }), 'copy of Load');
  assert.equal(await clone({ body: { description: null } }), 'copy of Load');
  assert.equal(await clone({ body: { description: '' } }), '');
});

test('cloning needs SVC_OPERATOR and EXECUTE on a workspace of the environment', async () => {
  const workspace = await make.workspace();
  const { id } = await make.schedule({ environment: workspace.environment });
  const needs = { workspace: workspace.id, permission: 'SVC_OPERATOR', right: 'EXECUTE' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path: { scheduleId: id } }), 201);
  const { token } = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['VIEW'] } });
  await leavesNothing(server, ROUTE, { token, path: { scheduleId: id } }, 403, 'right_missing', 'schedule', 'time_trigger');
});

test('an unknown schedule is not found', async () => {
  assertRefused(await call(ROUTE, { path: { scheduleId: newId() } }), 404, 'not_found');
});
