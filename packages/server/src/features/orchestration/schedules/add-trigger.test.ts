import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /orchestration/schedules/{scheduleId}/triggers';
const server = await startTestServer();
const { call, make } = server;

const at = (startTime: string, changes: object = {}) => ({
  name: `at ${startTime}`,
  type: 'DAILY',
  interval: 1,
  startDate: '2026-01-01',
  startTime,
  ...changes,
});
const namesOf = async (scheduleId: string): Promise<string[]> =>
  (await call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId } })).body.triggers.map(
    ({ name }: { name: string }) => name,
  );
const add = (scheduleId: string, body: object) => call(ROUTE, { path: { scheduleId }, body });
const refused = async (scheduleId: string, body: object, status: number, code: string): Promise<string> =>
  (await leavesNothing(server, ROUTE, { path: { scheduleId }, body }, status, code, 'time_trigger')).body.message;

test('a new trigger comes after the existing ones', async () => {
  const { id } = await make.schedule();
  for (const time of ['06:00', '05:00']) {
    const { status, body } = await add(id, at(time));
    assert.deepEqual({ status, body }, { status: 200, body: undefined });
  }
  assert.deepEqual(await namesOf(id), ['noon', 'at 06:00', 'at 05:00']);
});

test('schedules.3.name', async () => {
  const { id } = await make.schedule();
  assert.match(await refused(id, at('06:00', { name: 'noon' }), 409, 'trigger_name_taken'), /'noon'/);
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async (_, hour) => (await add(id, at(`0${hour}:00`, { name: 'at once' }))).status),
  );
  assert.deepEqual(statuses.toSorted(), [200, ...Array.from({ length: 7 }, () => 409)]);
});

test('schedules.3.room', async () => {
  const { id } = await make.schedule({ triggers: [] });
  for (let hour = 0; hour < 15; hour += 1) assert.equal((await add(id, at(`${String(hour).padStart(2, '0')}:00`))).status, 200);
  await refused(id, at('20:00'), 400, 'too_many_triggers');
});

test('schedules.3.duplicate', async () => {
  const { id } = await make.schedule({ triggers: [at('06:00')] });
  assert.match(await refused(id, at('06:00', { name: 'copy' }), 409, 'trigger_duplicate'), /'at 06:00'/);
});

test('schedules.3.gap', async () => {
  const { id } = await make.schedule({ triggers: [at('06:00')] });
  assert.match(
    await refused(id, at('06:04'), 409, 'triggers_too_close'),
    /'at 06:00' and 'at 06:04' .*T06:00:00.000Z and .*T06:04:00.000Z/,
  );
  await refused(id, { name: 'often', type: 'CRON', cronExpression: '*/3 10 * * ?' }, 409, 'triggers_too_close');
  const leap = { name: 'leap', type: 'CRON', cronExpression: '2 6 29 2 ?' };
  assert.match(await refused(id, leap, 409, 'triggers_too_close'), /-02-29T06:02/);
  assert.equal((await add(id, at('06:05'))).status, 200);
});

test('an invalid trigger is refused with the reason', async () => {
  const { id } = await make.schedule();
  const noDay = await refused(id, { name: 'x', type: 'CRON', cronExpression: '0 0 30 FEB ?' }, 400, 'cron_malformed');
  assert.equal(noDay, 'cronExpression is unusable: it names no day that exists.');
  assert.match(await refused(id, at('25:00'), 400, 'trigger_invalid'), /startTime '25:00'/);
  await refused(id, at('06:00', { unexpected: 1 }), 400, 'malformed_request');
});

test('schedules.change.precondition: adding needs EXECUTE', async () => {
  const workspace = await make.workspace();
  const { id } = await make.schedule({ environment: workspace.environment });
  const { token } = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['VIEW', 'AUTHOR', 'MANAGE'] } });
  await leavesNothing(server, ROUTE, { token, path: { scheduleId: id }, body: at('06:00') }, 428, 'executor_required', 'time_trigger');
  const executor = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['EXECUTE'] } });
  assert.equal((await call(ROUTE, { token: executor.token, path: { scheduleId: id }, body: at('06:00') })).status, 200);
  const plain = await make.user({ rights: { [workspace.id]: ['EXECUTE'] } });
  assertRefused(await call(ROUTE, { token: plain.token, path: { scheduleId: id }, body: at('07:00') }), 403, 'forbidden');
});

test('an unknown schedule is not found', async () => {
  assertRefused(await add(newId(), at('06:00')), 404, 'not_found');
});
