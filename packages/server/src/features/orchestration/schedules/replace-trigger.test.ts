import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /orchestration/schedules/{scheduleId}/triggers';
const { call, make } = await startTestServer();

const at = (startTime: string, name: string) => ({ name, type: 'DAILY', interval: 1, startDate: '2026-01-01', startTime });
const triggersOf = async (scheduleId: string) =>
  (await call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId } })).body.triggers;

test('replaces the trigger with the name, which keeps its position', async () => {
  const { id } = await make.schedule({ triggers: [at('06:00', 'a'), at('07:00', 'b')] });
  const { status, body } = await call(ROUTE, { path: { scheduleId: id }, body: at('06:02', 'a') });
  assert.deepEqual({ status, body }, { status: 200, body: undefined });
  assert.deepEqual(await triggersOf(id), [at('06:02', 'a'), at('07:00', 'b')]);
});

test('schedules.replace.trigger', async () => {
  const { id } = await make.schedule({ triggers: [at('06:00', 'a')] });
  assertRefused(await call(ROUTE, { path: { scheduleId: id }, body: at('07:00', 'b') }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { scheduleId: newId() }, body: at('07:00', 'a') }), 404, 'not_found');
  assert.deepEqual(await triggersOf(id), [at('06:00', 'a')]);
});

test('the rules of adding a trigger apply, and a refusal changes nothing', async () => {
  const before = [at('06:00', 'a'), at('07:00', 'b')];
  const { id } = await make.schedule({ triggers: before });
  const refused = async (body: object, status: number, code: string): Promise<void> => {
    assertRefused(await call(ROUTE, { path: { scheduleId: id }, body }), status, code);
    assert.deepEqual(await triggersOf(id), before);
  };
  await refused(at('07:00', 'a'), 409, 'trigger_duplicate');
  await refused(at('07:03', 'a'), 409, 'triggers_too_close');
  await refused(at('7', 'a'), 400, 'trigger_invalid');
  await refused({ name: 'a', type: 'CRON', cronExpression: '* *' }, 400, 'cron_malformed');
});

test('schedules.change.precondition: replacing needs EXECUTE', async () => {
  const workspace = await make.workspace();
  const { id } = await make.schedule({ environment: workspace.environment, triggers: [at('06:00', 'a')] });
  const { token } = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['VIEW'] } });
  assertRefused(await call(ROUTE, { token, path: { scheduleId: id }, body: at('07:00', 'a') }), 428, 'executor_required');
  assert.deepEqual(await triggersOf(id), [at('06:00', 'a')]);
});
