import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TriggerDefinition } from '../src/definition.ts';
import { instantsBetween, nextInstant } from '../src/fires.ts';
import { readTrigger } from '../src/triggers.ts';

const fires = (definition: Omit<TriggerDefinition, 'name'>, from: string, to: string): string[] =>
  [...instantsBetween(readTrigger({ name: 'load', ...definition }), Date.parse(from), Date.parse(to))].map((instant) =>
    new Date(instant).toISOString().replace(':00.000Z', 'Z'),
  );
const cron = (cronExpression: string, timeZone: string): Omit<TriggerDefinition, 'name'> => ({ type: 'CRON', cronExpression, timeZone });
const NEW_YORK = 'America/New_York';

describe('schedules.trigger.clock', () => {
  const cases: [title: string, definition: Omit<TriggerDefinition, 'name'>, from: string, to: string, expected: string[]][] = [
    ['spring, a time in the gap', cron('30 2 * * ?', NEW_YORK), '2026-03-08T00:00Z', '2026-03-09T00:00Z', ['2026-03-08T07:00Z']],
    ['spring, the day after', cron('30 2 * * ?', NEW_YORK), '2026-03-09T00:00Z', '2026-03-10T00:00Z', ['2026-03-09T06:30Z']],
    [
      'spring, several times in the gap fire once',
      cron('*/20 1-3 * * ?', NEW_YORK),
      '2026-03-08T00:00Z',
      '2026-03-09T00:00Z',
      ['2026-03-08T06:00Z', '2026-03-08T06:20Z', '2026-03-08T06:40Z', '2026-03-08T07:00Z', '2026-03-08T07:20Z', '2026-03-08T07:40Z'],
    ],
    [
      'autumn, the repeated hour fires once, at its first pass',
      cron('*/30 0-2 * * ?', NEW_YORK),
      '2026-11-01T00:00Z',
      '2026-11-02T00:00Z',
      ['2026-11-01T04:00Z', '2026-11-01T04:30Z', '2026-11-01T05:00Z', '2026-11-01T05:30Z', '2026-11-01T07:00Z', '2026-11-01T07:30Z'],
    ],
    [
      'autumn, every 20 minutes: each time of the clock once, so none fires in the second pass of the repeated hour',
      cron('*/20 * * * ?', NEW_YORK),
      '2026-11-01T04:40Z',
      '2026-11-01T07:40Z',
      ['2026-11-01T04:40Z', '2026-11-01T05:00Z', '2026-11-01T05:20Z', '2026-11-01T05:40Z', '2026-11-01T07:00Z', '2026-11-01T07:20Z'],
    ],
    [
      'a clock that moves half an hour',
      cron('15 2 * * ?', 'Australia/Lord_Howe'),
      '2026-10-03T12:00Z',
      '2026-10-04T12:00Z',
      ['2026-10-03T15:30Z'],
    ],
    ['a clock that moves at midnight', cron('0 0 * * ?', 'Africa/Cairo'), '2026-04-23T12:00Z', '2026-04-24T12:00Z', ['2026-04-23T22:00Z']],
    ['southern spring', cron('30 2 * * ?', 'Pacific/Auckland'), '2026-09-26T00:00Z', '2026-09-27T00:00Z', ['2026-09-26T14:00Z']],
    [
      'a day that a country skipped',
      cron('0 12 * * ?', 'Pacific/Apia'),
      '2011-12-29T00:00Z',
      '2011-12-31T12:00Z',
      ['2011-12-29T22:00Z', '2011-12-30T10:00Z', '2011-12-30T22:00Z'],
    ],
    ['an offset of 45 minutes', cron('0 6 * * ?', 'Asia/Kathmandu'), '2026-05-05T00:00Z', '2026-05-06T00:00Z', ['2026-05-05T00:15Z']],
  ];
  for (const [title, definition, from, to, expected] of cases) test(title, () => assert.deepEqual(fires(definition, from, to), expected));
});

describe('schedules.trigger.active', () => {
  const daily: Omit<TriggerDefinition, 'name'> = { type: 'DAILY', interval: 3, startDate: '2026-02-27', startTime: '06:00' };
  test('nothing fires before the start date, and intervals count from it', () =>
    assert.deepEqual(fires(daily, '2026-01-01', '2026-03-07'), ['2026-02-27T06:00Z', '2026-03-02T06:00Z', '2026-03-05T06:00Z']));
  test('on the start date nothing fires before the start time', () =>
    assert.deepEqual(
      fires(
        { ...daily, interval: 1, startTime: '10:00', atTimes: { type: 'AT_SPECIFIC_TIMES', times: ['09:00', '10:00', '11:00'] } },
        '2026-02-26',
        '2026-02-28T09:30Z',
      ),
      ['2026-02-27T10:00Z', '2026-02-27T11:00Z', '2026-02-28T09:00Z'],
    ));
  test('a cron trigger does not fire before the start date', () =>
    assert.deepEqual(fires({ ...cron('0 0 ? * MON', 'UTC'), startDate: '2026-01-06' }, '2026-01-01', '2026-01-14'), ['2026-01-12T00:00Z']));
});

test('each type fires on its days', () => {
  const at = { startTime: '06:00' };
  assert.deepEqual(
    fires(
      { type: 'ONCE', startDate: '2022-06-16', startTime: '05:30', timeZone: 'Europe/Kiev', atTimes: { type: 'AT_TIME', time: '11:00' } },
      '2022-01-01',
      '2024-01-01',
    ),
    ['2022-06-16T08:00Z'],
  );
  assert.deepEqual(
    fires(
      { type: 'WEEKLY', interval: 2, startDate: '2026-01-07', ...at, atDays: { type: 'DAY_OF_WEEK', days: ['SUNDAY', 'TUESDAY'] } },
      '2026-01-01',
      '2026-02-04',
    ),
    ['2026-01-11T06:00Z', '2026-01-20T06:00Z', '2026-01-25T06:00Z', '2026-02-03T06:00Z'],
  );
  assert.deepEqual(fires({ type: 'WEEKLY', interval: 1, startDate: '2026-01-07', ...at }, '2026-01-01', '2026-01-20'), [
    '2026-01-07T06:00Z',
    '2026-01-14T06:00Z',
  ]);
  assert.deepEqual(
    fires(
      { type: 'MONTHLY', interval: 1, startDate: '2028-01-15', ...at, atDays: { type: 'DAY_OF_MONTH', day: 29 } },
      '2028-01-01',
      '2028-04-01',
    ),
    ['2028-01-29T06:00Z', '2028-02-29T06:00Z', '2028-03-29T06:00Z'],
  );
  assert.deepEqual(fires({ type: 'MONTHLY', interval: 1, startDate: '2026-01-31', ...at }, '2026-01-01', '2026-06-01'), [
    '2026-01-31T06:00Z',
    '2026-03-31T06:00Z',
    '2026-05-31T06:00Z',
  ]);
  const days = (expression: string): string[] =>
    fires(cron(expression, 'UTC'), '2026-02-01', '2026-04-01').map((text) => text.slice(5, 10));
  assert.deepEqual(days('0 0 L * ?'), ['02-28', '03-31']);
  assert.deepEqual(days('0 0 L-2 * ?'), ['02-26', '03-29']);
  assert.deepEqual(days('0 0 LW * ?'), ['02-27', '03-31']);
  assert.deepEqual(days('0 0 1W * ?'), ['02-02', '03-02']);
  assert.deepEqual(days('0 0 28W * ?'), ['02-27', '03-27']);
  assert.deepEqual(days('0 0 ? * 6L'), ['02-27', '03-27']);
  assert.deepEqual(days('0 0 ? * MON#5'), ['03-30']);
  assert.deepEqual(days('0 0 ? * L'), ['02-07', '02-14', '02-21', '02-28', '03-07', '03-14', '03-21', '03-28']);
  assert.deepEqual(days('0 0 ? 2 SAT-SUN'), ['02-01', '02-07', '02-08', '02-14', '02-15', '02-21', '02-22', '02-28']);
});

test('a period includes its beginning and not its end', () => {
  const noon = cron('0 12 * * ?', 'UTC');
  assert.deepEqual(fires(noon, '2026-01-01T12:00Z', '2026-01-02T12:00Z'), ['2026-01-01T12:00Z']);
  assert.deepEqual(fires(noon, '2026-01-01T12:00Z', '2026-01-01T12:00Z'), []);
});

test('finds the next instant years ahead, or returns undefined', () => {
  const next = (definition: Omit<TriggerDefinition, 'name'>, from: string): number | undefined =>
    nextInstant(readTrigger({ name: 'load', ...definition }), Date.parse(from));
  assert.equal(next(cron('0 0 29 2 ?', 'UTC'), '2026-03-01'), Date.parse('2028-02-29'));
  assert.equal(next(cron('0 0 29 2 ?', 'UTC'), '2096-03-01'), undefined, 'cron ends with 2099');
  const monthly: [interval: number, startDate: string, expected: string][] = [
    [12, '2096-02-29', '2104-02-29'],
    // February of 2039, 2050 and 2061 has no 29th.
    [132, '2028-02-29', '2072-02-29'],
    // 366 months after October is April, which has no 31st.
    [366, '2026-10-31', '2087-10-31'],
    [300, '2000-02-29', '2400-02-29'],
  ];
  for (const [interval, startDate, expected] of monthly) {
    const from = new Date(Date.parse(startDate) + 86_400_000).toISOString();
    assert.equal(next({ type: 'MONTHLY', interval, startDate, startTime: '00:00' }, from), Date.parse(expected), startDate);
  }
  assert.equal(next(cron('0 0 1 1 ? 2022', 'UTC'), '2026-01-01'), undefined);
});
