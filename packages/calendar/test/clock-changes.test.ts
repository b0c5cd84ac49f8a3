import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockChangesOf } from '../src/clock-changes.ts';
import type { TriggerDefinition } from '../src/definition.ts';
import { readTrigger } from '../src/triggers.ts';

const changes = (definition: Omit<TriggerDefinition, 'name'>, from: string, to: string): string[] =>
  [...clockChangesOf(readTrigger({ name: 'load', ...definition }), Date.parse(from), Date.parse(to))].map(
    ({ at, before, after, isHit }) => `${new Date(at).toISOString().slice(0, 16)} ${before}-${after} ${isHit ? 'hit' : 'missed'}`,
  );
const cron = (cronExpression: string, timeZone: string) => ({ type: 'CRON' as const, cronExpression, timeZone });

test('the changes of a year are found, with the times of the trigger that they hit', () => {
  const year = (expression: string): string[] => changes(cron(expression, 'America/New_York'), '2026-01-01T00:00Z', '2027-01-01T00:00Z');
  assert.deepEqual(year('30 2 * * ?'), ['2026-03-08T07:00 120-180 hit', '2026-11-01T06:00 120-60 missed']);
  assert.deepEqual(year('0 1 * * ?'), ['2026-03-08T07:00 120-180 missed', '2026-11-01T06:00 120-60 hit']);
  assert.deepEqual(year('0 3 * * ?'), ['2026-03-08T07:00 120-180 missed', '2026-11-01T06:00 120-60 missed']);
  assert.deepEqual(year('30 2 ? * MON'), ['2026-03-08T07:00 120-180 missed', '2026-11-01T06:00 120-60 missed']);
  assert.deepEqual(changes(cron('30 2 * * ?', 'UTC'), '2026-01-01T00:00Z', '2030-01-01T00:00Z'), []);
});

test('a change at midnight hits the times of the day before, and none before the start of the trigger', () => {
  // Santiago moves its clocks from 24:00 to 23:00, and from 00:00 to 01:00.
  const daily = { type: 'DAILY' as const, interval: 1, startDate: '2026-01-01', startTime: '23:30', timeZone: 'America/Santiago' };
  assert.deepEqual(changes(daily, '2026-04-01T00:00Z', '2026-10-01T00:00Z'), [
    '2026-04-05T03:00 0-1380 hit',
    '2026-09-06T04:00 0-60 missed',
  ]);
  assert.deepEqual(changes({ ...daily, startDate: '2026-06-01' }, '2026-04-01T00:00Z', '2026-05-01T00:00Z'), [
    '2026-04-05T03:00 0-1380 missed',
  ]);
});
