import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TriggerDefinition } from '../src/definition.ts';
import { countBetween, firesBetween, pageOfFires, instantsBetween } from '../src/fires.ts';
import { readTrigger, type Trigger } from '../src/triggers.ts';

const HOUR = 3_600_000;
const at = Date.parse;
const cron = (cronExpression: string, timeZone = 'UTC', more: Partial<TriggerDefinition> = {}): Trigger =>
  readTrigger({ name: cronExpression, type: 'CRON', cronExpression, timeZone, ...more });

test('fires of several triggers are ordered by time', () => {
  const triggers = ['0 3 * * ?', '0 1 * * ?', '0 2,4 * * ?'].map((expression) => cron(expression));
  const hours = [...firesBetween(triggers, at('2026-01-01'), at('2026-01-02'))].map(({ instant, trigger }) => [
    new Date(instant).getUTCHours(),
    triggers.indexOf(trigger),
  ]);
  assert.deepEqual(hours, [
    [1, 1],
    [2, 2],
    [3, 0],
    [4, 2],
  ]);
});

test('fires of many triggers are their instants, and at the same instant have the order of the triggers', () => {
  const triggers = Array.from({ length: 60 }, (_, index) => cron(`${(index * 7) % 60} ${index % 3 === 0 ? '*' : index % 24} * * ?`));
  const [from, to] = [at('2026-03-01T00:30:00Z'), at('2026-03-03T11:10:00Z')];
  const expected = triggers
    .flatMap((trigger, rank) => [...instantsBetween(trigger, from, to)].map((instant) => ({ instant, rank })))
    .toSorted((a, b) => a.instant - b.instant || a.rank - b.rank);
  const actual = [...firesBetween(triggers, from, to)].map(({ instant, trigger }) => ({ instant, rank: triggers.indexOf(trigger) }));
  assert.ok(expected.length > 1000);
  assert.deepEqual(actual, expected);
  assert.deepEqual([...firesBetween([], from, to)], []);
});

const unusual: readonly Trigger[] = [
  cron('*/15 * * * ?', 'Europe/Berlin'),
  cron('30 1-3 * * ?', 'America/New_York'),
  cron('*/20 0-3 ? * SUN', 'Australia/Lord_Howe'),
  cron('0,30 * L * ?', 'Pacific/Apia'),
  cron('10 2 29 2 ?', 'Africa/Cairo'),
  cron('*/7 * * * ?', 'America/St_Johns', { startDate: '2026-03-28', startTime: '13:05' }),
  readTrigger({ name: 'once', type: 'ONCE', startDate: '2026-03-29', startTime: '02:30', timeZone: 'Europe/Berlin' }),
  readTrigger({
    name: 'often',
    type: 'DAILY',
    interval: 2,
    startDate: '2026-03-25',
    startTime: '01:00',
    timeZone: 'Asia/Kathmandu',
    atTimes: { type: 'AT_INTERVALS', startTime: '00:05', endTime: '23:55', interval: 6 },
  }),
];

test('the count equals the number of instants, near changes of the clock and within a day', () => {
  for (const start of ['2026-03-06', '2026-03-27T21:13:00Z', '2026-10-23T10:00:00Z', '2011-12-28', '2028-02-28T23:59:59.999Z']) {
    for (const hours of [0, 0.5, 1, 23, 49, 24 * 12]) {
      const [from, to] = [at(start), at(start) + hours * HOUR];
      for (const trigger of unusual)
        assert.equal(countBetween(trigger, from, to), [...instantsBetween(trigger, from, to)].length, `${trigger.name} ${start} ${hours}`);
    }
  }
});

test('the pages together are the whole list', () => {
  const [from, to] = [at('2026-03-26T05:17:00Z'), at('2026-03-31T19:00:00Z')];
  const all = [...firesBetween(unusual, from, to)];
  assert.ok(all.length > 1000);
  const pages = (limit: number) =>
    Array.from({ length: Math.ceil(all.length / limit) }, (_, index) => pageOfFires(unusual, from, to, { offset: index * limit, limit }));
  for (const limit of [1, 37, 100]) {
    assert.deepEqual(
      pages(limit).flatMap(({ fires }) => fires.map(({ instant, trigger }) => `${instant} ${trigger.name}`)),
      all.map(({ instant, trigger }) => `${instant} ${trigger.name}`),
    );
  }
  assert.deepEqual(pageOfFires(unusual, from, to, { offset: all.length, limit: 5 }), { total: all.length, fires: [] });
  assert.deepEqual(pageOfFires([], from, to, { offset: 0, limit: 5 }), { total: 0, fires: [] });
});
