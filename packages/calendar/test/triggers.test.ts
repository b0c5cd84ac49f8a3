import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CronFault, TriggerFault, type TriggerDefinition } from '../src/definition.ts';
import { readTrigger, withStart } from '../src/triggers.ts';

type Changes = { [Field in keyof TriggerDefinition]?: unknown };

const daily: TriggerDefinition = { name: 'load', type: 'DAILY', interval: 1, startDate: '2026-01-01', startTime: '06:00' };
const cron = (cronExpression: string, changes: Changes = {}): TriggerDefinition =>
  ({ name: 'load', type: 'CRON', cronExpression, ...changes }) as TriggerDefinition;
const refused = (definition: Changes, message: RegExp): void =>
  assert.throws(
    () => readTrigger(definition as TriggerDefinition),
    (fault) => fault instanceof TriggerFault && !(fault instanceof CronFault) && message.test(fault.message),
  );
const refusedCron = (definition: TriggerDefinition, message: RegExp): void =>
  assert.throws(
    () => readTrigger(definition),
    (fault) => fault instanceof CronFault && message.test(fault.message),
  );

describe('schedules.3.valid', () => {
  const cases: [string, Changes, RegExp][] = [
    ['unknown zone', { timeZone: 'Europe/Nowhere' }, /timeZone 'Europe\/Nowhere' is unknown/],
    ['an offset in place of a zone', { timeZone: '+02:00' }, /timeZone/],
    ['31 February', { startDate: '2026-02-31' }, /startDate '2026-02-31' is no date/],
    ['29 February of a common year', { startDate: '2027-02-29' }, /startDate/],
    ['month 13', { startDate: '2026-13-01' }, /startDate/],
    ['a date with slashes', { startDate: '01/02/2026' }, /YYYY-MM-DD/],
    ['hour 24', { startTime: '24:00' }, /startTime '24:00' is no time of day/],
    ['minute 60', { startTime: '10:60' }, /startTime/],
    ['no time at all', { startTime: null }, /atTimes is missing/],
    ['no start date', { startDate: null }, /startDate is missing/],
    ['days of a daily trigger', { atDays: { type: 'DAY_OF_WEEK', days: ['MONDAY'] } }, /atDays cannot be used with the type DAILY/],
    ['an expression of a daily trigger', { cronExpression: '0 0 * * ?' }, /cronExpression cannot be used with/],
    ['days of ONCE', { type: 'ONCE', atDays: { type: 'DAY_OF_MONTH', day: 1 } }, /atDays cannot be used with the type ONCE/],
    ['many times of ONCE', { type: 'ONCE', atTimes: { type: 'AT_SPECIFIC_TIMES', times: ['07:00'] } }, /must be AT_TIME/],
    ['ONCE before its start', { type: 'ONCE', atTimes: { type: 'AT_TIME', time: '05:00' } }, /never fire/],
    ['times of CRON', { ...cron('0 0 * * ?'), atTimes: { type: 'AT_TIME', time: '05:00' } }, /atTimes cannot be used with the type CRON/],
    ['CRON without an expression', { type: 'CRON' }, /cronExpression is missing/],
  ];
  for (const [title, changes, message] of cases) test(title, () => refused({ ...daily, ...changes }, message));

  test('accepts valid triggers', () => {
    assert.deepEqual(readTrigger({ ...daily, timeZone: 'europe/paris' }).minutes, [360]);
    assert.deepEqual(readTrigger({ ...daily, startDate: '2028-02-29', startTime: '6:30:00' }).minutes, [390]);
    assert.equal(readTrigger({ ...daily, timeZone: null }).zone.name, 'UTC');
  });
});

test('schedules.trigger.interval', () => {
  for (const type of ['DAILY', 'WEEKLY', 'MONTHLY']) refused({ ...daily, type, interval: null }, /interval is missing/);
  assert.ok(readTrigger({ name: 'once', type: 'ONCE', startDate: '2026-01-01', startTime: '06:00' }));
  assert.ok(readTrigger(cron('0 6 * * ?')));
});

test('schedules.trigger.time', () => {
  refused({ ...daily, atTimes: { type: 'AT_TIME' } }, /atTimes.time is missing/);
  refused({ ...daily, atTimes: { type: 'AT_TIME', time: 'noon' } }, /atTimes.time 'noon'/);
  assert.deepEqual(readTrigger({ ...daily, atTimes: { type: 'AT_TIME', time: '11:05' } }).minutes, [665]);
});

test('schedules.trigger.times', () => {
  refused({ ...daily, atTimes: { type: 'AT_SPECIFIC_TIMES' } }, /atTimes.times is missing/);
  refused({ ...daily, atTimes: { type: 'AT_SPECIFIC_TIMES', times: [] } }, /atTimes.times is empty/);
  refused({ ...daily, atTimes: { type: 'AT_SPECIFIC_TIMES', times: ['01:00', '1'] } }, /atTimes.times\[1\] '1'/);
  const atTimes = { type: 'AT_SPECIFIC_TIMES', times: ['09:00', '08:30', '09:00'] } as const;
  assert.deepEqual(readTrigger({ ...daily, atTimes: { ...atTimes, times: [...atTimes.times] } }).minutes, [510, 540]);
});

test('schedules.trigger.intervals', () => {
  const whole = { type: 'AT_INTERVALS', startTime: '08:00', endTime: '09:00', interval: 20 } as const;
  assert.deepEqual(readTrigger({ ...daily, atTimes: whole }).minutes, [480, 500, 520, 540]);
  assert.deepEqual(readTrigger({ ...daily, atTimes: { ...whole, endTime: '08:59' } }).minutes, [480, 500, 520]);
  for (const field of ['startTime', 'endTime', 'interval']) {
    refused({ ...daily, atTimes: { ...whole, [field]: null } }, new RegExp(`atTimes.${field} is missing`));
  }
  refused({ ...daily, atTimes: { ...whole, endTime: '07:00' } }, /endTime 07:00 is before/);
});

test('schedules.trigger.day', () => {
  const monthly: TriggerDefinition = { ...daily, type: 'MONTHLY' };
  refused({ ...monthly, atDays: { type: 'DAY_OF_MONTH' } }, /atDays.day is missing/);
  refused({ ...monthly, atDays: { type: 'DAY_OF_WEEK', days: ['MONDAY'] } }, /must be DAY_OF_MONTH/);
  refused({ ...monthly, interval: 12, startDate: '2026-02-01', atDays: { type: 'DAY_OF_MONTH', day: 30 } }, /30 does not exist/);
  assert.ok(readTrigger({ ...monthly, interval: 12, startDate: '2026-02-01', atDays: { type: 'DAY_OF_MONTH', day: 29 } }));
});

test('schedules.trigger.days', () => {
  const weekly: TriggerDefinition = { ...daily, type: 'WEEKLY' };
  refused({ ...weekly, atDays: { type: 'DAY_OF_WEEK' } }, /atDays.days is missing/);
  refused({ ...weekly, atDays: { type: 'DAY_OF_WEEK', days: [] } }, /atDays.days is empty/);
  refused({ ...weekly, atDays: { type: 'DAY_OF_MONTH', day: 1 } }, /must be DAY_OF_WEEK/);
});

test('schedules.trigger.cron', () => {
  const malformed: [expression: string, position: number][] = [
    ['', 1],
    ['0 0 * *', 8],
    ['0 0 1 1 ? 2026 7', 16],
    ['60 * * * ?', 1],
    ['* 24 * * ?', 3],
    ['* * 0 * ?', 5],
    ['* * 32 * ?', 5],
    ['0 0 * FOO ?', 7],
    ['0 0 * 13 ?', 7],
    ['0 0 ? * 8', 9],
    ['0 0 ? * MOO', 9],
    ['0 0 ? * MON#6', 13],
    ['0 0 ? * MON#1#2', 13],
    ['0 0 ? * 9L', 9],
    ['0 0 ? * ?', 9],
    ['0 0 1 * MON', 9],
    ['*/0 * * * ?', 3],
    ['*/60 * * * ?', 3],
    ['*/5/5 * * * ?', 4],
    ['1-2-3 * * * ?', 4],
    ['0,,5 * * * ?', 3],
    ['5, * * * ?', 3],
    ['-5 * * * ?', 1],
    ['0 0 * * ? 1969', 11],
    ['0 0 * * ? 2030-2029', 11],
    ['0 0 32W * ?', 5],
    ['0 0 L-31 * ?', 7],
  ];
  for (const [expression, position] of malformed) {
    if (expression === '') refusedCron(cron(' '), /position 2/);
    else refusedCron(cron(expression), new RegExp(`at position ${position}:`));
  }
  const advice: [expression: string, position: number, write: string][] = [
    ['0 30 5 ? * MON-FRI 2026', 1, '30 5 ? * MON-FRI 2026'],
    ['0 0 12 1/1 * ? *', 1, '0 12 1/1 * ? *'],
    [' */10 0 12 * * ?', 2, '0 12 * * ?'],
    ['0 0 12 ? * mon-fri', 1, '0 12 ? * mon-fri'],
    ['0 0 12 ? * *', 1, '0 12 ? * *'],
    ['0 0 12 ? * 6#3', 1, '0 12 ? * 6#3'],
    ['0 0 12 ? * 2,4', 1, '0 12 ? * 2,4'],
    ['0 6 * * 0', 9, 'SUN'],
    ['0 6 * * 0-7', 9, '*'],
    ['0 6 * * 0-6', 9, '*'],
    ['0 6 * * 0-6/2', 9, '*/2'],
    ['0 6 * * 0-4/2', 9, 'SUN-THU/2'],
    ['0 6 * * 0,3-5', 9, 'SUN,WED-FRI'],
    ['0 6 ? * 6,0', 9, 'SAT,SUN'],
    ['0 6 ? * 0L', 9, 'SUNL'],
    ['0 6 ? * 0#2 2026', 9, 'SUN#2'],
  ];
  for (const [expression, position, write] of advice) {
    const pattern = new RegExp(`at position ${position}: .*write '${write.replaceAll(/[*?#/]/g, String.raw`\$&`)}'`);
    refusedCron(cron(expression), pattern);
  }
  for (const expression of ['0 0 30 2 ?', '0 0 31 4,6,9,11 ?', '0 0 29 2 ? 2027'])
    refusedCron(cron(expression), /^unusable: it names no day that exists$/);
  refusedCron(cron('0 0 * * ? 2026', { startDate: '2027-01-01' }), /^unusable: it names no day that exists on or after the start date$/);
  const accepted = [
    '0 0 1W * ? *',
    '*/10 9 15 * ? 2022',
    '0 0 * * *',
    '0 22-2 ? * FRI-MON',
    '0 0 L-3W,15 jan-MAR ?',
    '5/15 8 ? * 6L,2#1',
    '0 0 29 2 ?',
  ];
  for (const expression of accepted) assert.ok(readTrigger(cron(expression)), expression);
});

test('a trigger without a start date gets the day of the request in its zone', () => {
  const { startDate: _, ...open } = daily;
  const now = Date.parse('2026-06-30T23:30:00Z');
  assert.equal(withStart(open, now).startDate, '2026-06-30');
  assert.equal(withStart({ ...open, timeZone: 'Asia/Tokyo' }, now).startDate, '2026-07-01');
  assert.equal(withStart(daily, now).startDate, '2026-01-01');
  assert.equal(withStart(cron('0 0 * * ?'), now).startDate, undefined);
});
