import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { boundSchedule } from '../../../../test/support/bind.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/executables/tasks/{taskId}/run-config/events';
const server = await startTestServer();
const { call, make } = server;

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const list = async (taskId: string, query: object) => {
  const { status, body } = await call(ROUTE, { path: { taskId }, query: { ...query } });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const at = (name: string, startTime: string) => ({ name, type: 'DAILY', interval: 1, startDate: '2027-01-01', startTime });

const own = await make.task();
const body = { trigger: { type: 'CRON', cronExpression: '0 6,18 * * ?', timeZone: 'Europe/Paris' }, runtime: { type: 'CLOUD' } };
await call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: own.id }, body });

test('triggers.events.own', async () => {
  const period = { from: day('2027-03-27'), to: day('2027-03-29') };
  assert.deepEqual(await list(own.id, period), {
    items: ['2027-03-27T05:00:00.000Z', '2027-03-27T17:00:00.000Z', '2027-03-28T04:00:00.000Z', '2027-03-28T16:00:00.000Z'],
    limit: 100,
    offset: 0,
    total: 4,
  });
  const scheduled = await make.task();
  await boundSchedule(server, scheduled, { triggers: [at('late', '18:00'), at('early', '06:00')] });
  assert.deepEqual((await list(scheduled.id, { from: day('2027-03-27'), to: day('2027-03-28') })).items, [
    '2027-03-27T06:00:00.000Z',
    '2027-03-27T18:00:00.000Z',
  ]);
  const manual = await make.task();
  assert.deepEqual(await list(manual.id, period), { items: [], limit: 100, offset: 0, total: 0 });
  assert.equal((await list((await make.task({ configured: false })).id, period)).total, 0);
});

test('pages follow each other, and a period without "from" begins now', async () => {
  const period = { from: day('2027-01-01'), to: day('2027-12-31') };
  const whole = await list(own.id, { ...period, limit: 7 });
  const [first, second] = [await list(own.id, { ...period, limit: 3 }), await list(own.id, { ...period, limit: 4, offset: 3 })];
  assert.deepEqual([...first.items, ...second.items], whole.items);
  assert.deepEqual([first.total, second.offset, second.limit], [728, 3, 4]);
  assert.deepEqual((await list(own.id, { ...period, offset: 728 })).items, []);
  const { items } = await list(own.id, { to: Date.now() + 2 * 86_400_000 });
  assert.ok(items.length > 0 && Date.parse(items[0]) > Date.now() - 60_000);
  assert.equal((await list(own.id, { to: 0 })).total, 0);
});

test('an invalid period is refused', async () => {
  const request = (query: Record<string, unknown>) => call(ROUTE, { path: { taskId: own.id }, query });
  assertRefused(await request({ from: day('2027-01-02'), to: day('2027-01-01') }), 400, 'period_reversed');
  assertRefused(await request({ from: day('2027-01-01'), to: day('2037-01-01') }), 400, 'period_too_long');
  assertRefused(await request({}), 400, 'malformed_request');
});

test('listing the events of a task needs VIEW', async () => {
  const query = { from: day('2027-01-01'), to: day('2027-01-02') };
  await requiresOneOf(
    server,
    { workspace: own.workspace, right: 'VIEW' },
    (token) => call(ROUTE, { token, path: { taskId: own.id }, query }),
    200,
  );
  assertRefused(await call(ROUTE, { path: { taskId: newId() }, query }), 404, 'not_found');
});
