import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/schedules/{scheduleId}/events';
const server = await startTestServer();
const { call, make } = server;

const at = (name: string, startTime: string, timeZone = 'UTC') => ({
  name,
  type: 'DAILY',
  interval: 1,
  startDate: '2026-01-01',
  startTime,
  timeZone,
});
const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const two = await make.schedule({ triggers: [at('late', '18:00', 'Europe/Paris'), at('early', '06:00')] });

test('schedules.events.order', async () => {
  const { status, body } = await call(ROUTE, { path: { scheduleId: two.id }, query: { from: day('2027-03-27'), to: day('2027-03-29') } });
  assert.equal(status, 200);
  assert.deepEqual(body, [
    { datetime: '2027-03-27T06:00:00.000Z', sourceTriggerName: 'early' },
    { datetime: '2027-03-27T17:00:00.000Z', sourceTriggerName: 'late' },
    { datetime: '2027-03-28T06:00:00.000Z', sourceTriggerName: 'early' },
    { datetime: '2027-03-28T16:00:00.000Z', sourceTriggerName: 'late' },
  ]);
});

test('pages follow each other, and a period without "from" begins now', async () => {
  const period = { from: day('2027-01-01'), to: day('2027-12-31') };
  const page = async (query: object) => (await call(ROUTE, { path: { scheduleId: two.id }, query: { ...period, ...query } })).body;
  assert.equal((await page({})).length, 100);
  const [whole, first, second] = [await page({ limit: 6 }), await page({ limit: 3 }), await page({ limit: 3, offset: 3 })];
  assert.deepEqual([...first, ...second], whole);
  assert.deepEqual(await page({ offset: 728 }), []);
  const [{ datetime }] = (await call(ROUTE, { path: { scheduleId: two.id }, query: { to: Date.now() + 2 * 86_400_000 } })).body;
  assert.ok(Date.parse(datetime) > Date.now() - 60_000);
});

test('schedules.events.overlap', async () => {
  const { id } = await make.schedule({ triggers: [at('a', '06:00'), at('b', '07:00', 'Europe/Paris')] });
  const list = (from: string, to: string) => call(ROUTE, { path: { scheduleId: id }, query: { from: day(from), to: day(to) } });
  assertRefused(await list('2027-01-01', '2027-01-02'), 409, 'triggers_too_close');
  assert.equal((await list('2027-07-01', '2027-07-02')).body.length, 2, 'the triggers do not fire at the same time in summer');
});

test('schedules.events.period', async () => {
  const list = (query: Record<string, unknown>) => call(ROUTE, { path: { scheduleId: two.id }, query });
  assertRefused(await list({ from: day('2027-01-02'), to: day('2027-01-01') }), 400, 'period_reversed');
  assertRefused(await list({ from: day('2027-01-01'), to: day('2037-01-01') }), 400, 'period_too_long');
  assertRefused(await list({ from: day('2027-01-01') }), 400, 'malformed_request');
  assert.deepEqual((await list({ from: day('2027-01-01'), to: day('2027-01-01') })).body, []);
});

test('listing the events of a schedule needs VIEW', async () => {
  const workspace = await make.workspace();
  const { id } = await make.schedule({ environment: workspace.environment });
  const query = { from: day('2027-01-01'), to: day('2027-01-02') };
  await requiresOneOf(
    server,
    { workspace: workspace.id, right: 'VIEW' },
    (token) => call(ROUTE, { token, path: { scheduleId: id }, query }),
    200,
  );
  assertRefused(await call(ROUTE, { path: { scheduleId: newId() }, query }), 404, 'not_found');
});
