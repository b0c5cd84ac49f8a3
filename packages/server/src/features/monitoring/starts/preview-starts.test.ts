import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { previewOf } from './preview.ts';

const ROUTE = 'POST /monitoring/observability/starts/preview';
const server = await startTestServer();
const preview = (trigger: object) => server.call(ROUTE, { body: { name: 'night', ...trigger } });
const cron = (cronExpression: string, timeZone = 'Europe/Zurich') => ({ name: 'night', type: 'CRON' as const, cronExpression, timeZone });
const from = Date.parse('2026-03-27T12:00:00Z');

test('starts.preview.dates', async () => {
  const { status, body } = await preview(cron('0 6 * * ?', 'UTC'));
  assert.equal(status, 200, JSON.stringify(body));
  const [first = 0, ...others] = body.dates.map((date: string) => Date.parse(date));
  assert.ok(first > Date.now() && first % 86_400_000 === 6 * 3_600_000);
  assert.deepEqual(
    others.map((date: number) => (date - first) / 86_400_000),
    [1, 2, 3, 4],
  );
  assert.deepEqual(body.clockChanges, []);
  const once = await preview({ type: 'ONCE', startDate: '2020-01-01', startTime: '06:00' });
  assert.deepEqual([once.status, once.body], [200, { dates: [], clockChanges: [] }]);
});

test('starts.preview.refused', async () => {
  assertRefused(await preview(cron('every night')), 400, 'cron_malformed');
  assertRefused(await preview(cron('0 6 * * ?', 'Middle/Earth')), 400, 'trigger_invalid');
  assertRefused(await preview(cron('0,2 6 * * ?')), 400, 'triggers_too_close');
});

test('starts.preview.clock: a time that is skipped, one that comes twice, and a change between the dates that hits none', () => {
  assert.deepEqual(previewOf(cron('30 2 * * ?'), from), {
    dates: [
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
      ...[30, 31].map((day) => `2026-03-${day}T00:30:00.000Z`),
      '2026-04-01T00:30:00.000Z',
    ],
    clockChanges: [{ date: '2026-03-29T01:00:00.000Z', before: '02:00', after: '03:00', isHit: true }],
  });
  const [change, ...others] = previewOf(cron('0 6 ? * MON-FRI'), from).clockChanges;
  assert.deepEqual([change, others], [{ date: '2026-03-29T01:00:00.000Z', before: '02:00', after: '03:00', isHit: false }, []]);
  // Not within the dates: the next change that hits is named, even in half a year.
  assert.deepEqual(previewOf(cron('30 2 * OCT ?'), from).clockChanges, [
    { date: '2026-03-29T01:00:00.000Z', before: '02:00', after: '03:00', isHit: false },
    { date: '2026-10-25T01:00:00.000Z', before: '03:00', after: '02:00', isHit: true },
  ]);
  assert.deepEqual(previewOf(cron('30 2 * * ?', 'UTC'), from).clockChanges, []);
});
