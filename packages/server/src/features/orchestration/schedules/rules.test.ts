import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TriggerDefinition } from '@millrace/calendar';
import {
  cloneDescription,
  requireRoom,
  requireNoDuplicate,
  requireFiveMinutesApart,
  matcherOf,
  toDefinition,
  requireTriggerFiveMinutesApart,
} from './rules.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const daily = (name: string, startTime: string): TriggerDefinition => ({
  name,
  type: 'DAILY',
  interval: 1,
  startDate: '2026-01-01',
  startTime,
});

test('schedules.3.room: a schedule has at most 15 triggers', () => {
  const others = Array.from({ length: 14 }, (_, index) => daily(`t${index}`, '06:00'));
  requireRoom(others);
  assert.throws(() => requireRoom([...others, daily('last', '06:00')]), { status: 400, code: 'too_many_triggers' });
});

test('schedules.3.duplicate: triggers that differ only in name, timeout or an explicit UTC are duplicates', () => {
  const trigger = daily('a', '06:00');
  const adding =
    (changes: Partial<TriggerDefinition>): (() => void) =>
    () =>
      requireNoDuplicate({ ...trigger, name: 'b', ...changes }, [trigger]);
  for (const changes of [{}, { timeout: 5 }, { timeZone: 'UTC' }])
    assert.throws(adding(changes), { status: 409, code: 'trigger_duplicate' });
  for (const changes of [{ startTime: '07:00' }, { interval: 2 }, { timeZone: 'Europe/Paris' }]) adding(changes)();
});

test('schedules.3.gap: the refusal names both triggers and both instants', () => {
  requireFiveMinutesApart([daily('a', '06:00'), daily('b', '06:05')], NOW);
  assert.throws(() => requireFiveMinutesApart([daily('a', '06:00'), daily('b', '06:04')], NOW), {
    status: 409,
    code: 'triggers_too_close',
    message: /'a' and 'b' .* 2026-11-22T06:00:00.000Z and 2026-11-22T06:04:00.000Z/,
  });
});

test('a single trigger must not fire too often', () => {
  const every = (interval: number): TriggerDefinition => ({
    ...daily('a', '00:00'),
    atTimes: { type: 'AT_INTERVALS', startTime: '00:00', endTime: '23:59', interval },
  });
  requireTriggerFiveMinutesApart(every(5), NOW);
  assert.throws(() => requireTriggerFiveMinutesApart(every(4), NOW), { status: 400, code: 'triggers_too_close' });
});

test('a trigger is stored without its null fields', () => {
  const body = {
    ...daily('a', '06:00'),
    atDays: null,
    timeout: null,
    atTimes: { type: 'AT_TIME', time: '07:00', times: null },
  } as TriggerDefinition;
  assert.deepEqual(toDefinition(body, NOW), { ...daily('a', '06:00'), atTimes: { type: 'AT_TIME', time: '07:00' } });
  const { startDate: _, ...open } = daily('a', '06:00');
  assert.equal(toDefinition({ ...open, startDate: null }, NOW).startDate, '2026-11-21');
});

test('filters.regex.linear', () => {
  assert.equal(matcherOf('^night')('nightly load'), true);
  assert.equal(matcherOf('load$')('nightly load'), true);
  assert.equal(matcherOf('LOAD')('nightly load'), false);
  assert.equal(matcherOf('(?i)LOAD')('nightly load'), true);
  assert.equal(matcherOf('(a+)+$')(`${'a'.repeat(4000)}!`), false, 'a backtracking engine never ends here');
  for (const malformed of ['(', '[a', 'a**', '(?=a)', '\\1', 'a{2000}', '((a{100}){100}){100}']) {
    assert.throws(() => matcherOf(malformed), { status: 400, code: 'malformed_expression' }, malformed);
  }
});

test('the description of a clone is derived from its source', () => {
  assert.equal(cloneDescription('Load'), 'copy of Load');
  assert.equal(cloneDescription(null), 'copy of schedule');
  assert.equal(cloneDescription('x'.repeat(4000)).length, 4000);
});
