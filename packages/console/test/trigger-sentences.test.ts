import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { clockChanges, isClockForward } from '../src/features/schedules/clock-changes.ts';
import { readSearch } from '../src/app/search.ts';
import { daysShown } from '../src/features/schedules/calendar-days.ts';
import { CALENDAR_SEARCH } from '../src/features/schedules/calendar-view.ts';
import { draftOfTrigger, triggerOfDraft, type ScheduleTrigger } from '../src/features/schedules/trigger-draft.ts';
import { triggerSentence, type TimeRule } from '../src/features/schedules/trigger-sentence.ts';
import { parseDate } from '@internationalized/date';

// Dates follow the region of the browser; that of this process depends on its machine.
Object.defineProperty(globalThis, 'navigator', { value: { language: 'en-US' } });

const TODAY = '2026-11-23';
const cron = (cronExpression: string): TimeRule => ({ type: 'CRON', cronExpression, timeZone: 'Europe/Berlin' });

const SENTENCES: readonly [rule: TimeRule, en: string, de: string][] = [
  [cron('30 6 ? * MON-FRI'), 'every weekday at 06:30, Berlin', 'werktags um 06:30, Berlin'],
  [cron('30 6 ? * 2-6'), 'every weekday at 06:30, Berlin', 'werktags um 06:30, Berlin'],
  [cron('0 6,18 * * ?'), 'every day at 06:00 and 18:00, Berlin', 'täglich um 06:00 und 18:00, Berlin'],
  [cron('0/15 * * * ?'), 'every 15 minutes, Berlin', 'alle 15 Minuten, Berlin'],
  [cron('0 * ? * *'), 'every hour, Berlin', 'jede Stunde, Berlin'],
  [
    cron('0 8-18/2 ? * SAT,SUN'),
    'every Saturday and Sunday at 08:00, 10:00, 12:00, 14:00, 16:00, and 18:00, Berlin',
    'jeden Samstag und Sonntag um 08:00, 10:00, 12:00, 14:00, 16:00 und 18:00, Berlin',
  ],
  [
    cron('30 8-18 ? * FRI-MON'),
    'every Monday, Friday, Saturday, and Sunday, every hour from 08:30 to 18:30, Berlin',
    'jeden Montag, Freitag, Samstag und Sonntag, jede Stunde von 08:30 bis 18:30, Berlin',
  ],
  [cron('0 7 1 * ?'), 'on the 1st of every month at 07:00, Berlin', 'am 1. jedes Monats um 07:00, Berlin'],
  [cron('0 7 L * ?'), 'on the last day of every month at 07:00, Berlin', 'am letzten Tag jedes Monats um 07:00, Berlin'],
  [cron('0 7 LW 3,6 ?'), 'on the last weekday of March and June at 07:00, Berlin', 'am letzten Werktag im März und Juni um 07:00, Berlin'],
  [cron('0 7 ? * MON#2'), 'on the second Monday of every month at 07:00, Berlin', 'am zweiten Montag jedes Monats um 07:00, Berlin'],
  [cron('0 7 ? * FRIL'), 'on the last Friday of every month at 07:00, Berlin', 'am letzten Freitag jedes Monats um 07:00, Berlin'],
  [cron('0 7 15W * ?'), 'by the cron expression 0 7 15W * ?, Berlin', 'nach dem Cron-Ausdruck 0 7 15W * ?, Berlin'],
  [cron('0 7 1 1 ? 2030'), 'by the cron expression 0 7 1 1 ? 2030, Berlin', 'nach dem Cron-Ausdruck 0 7 1 1 ? 2030, Berlin'],
  [cron('nonsense'), 'by the cron expression nonsense, Berlin', 'nach dem Cron-Ausdruck nonsense, Berlin'],
  [
    { type: 'ONCE', startDate: '2026-12-24', startTime: '06:30' },
    'once on December 24, 2026 at 06:30, UTC',
    'einmal am 24. Dezember 2026 um 06:30, UTC',
  ],
  [
    { type: 'DAILY', interval: 3, startDate: '2026-01-01', startTime: '12:00', timeZone: 'America/New_York' },
    'every 3 days at 12:00, New York, from January 1, 2026',
    'alle 3 Tage um 12:00, New York, ab 1. Januar 2026',
  ],
  [
    {
      type: 'DAILY',
      interval: 1,
      startDate: '2031-01-01',
      atTimes: { type: 'AT_INTERVALS', startTime: '08:30', endTime: '18:30', interval: 120 },
    },
    'every 2 hours from 08:30 to 18:30, UTC, from January 1, 2031',
    'alle 2 Stunden von 08:30 bis 18:30, UTC, ab 1. Januar 2031',
  ],
  [
    {
      type: 'WEEKLY',
      interval: 2,
      startDate: '2026-01-05',
      startTime: '09:00',
      atDays: { type: 'DAY_OF_WEEK', days: ['THURSDAY', 'MONDAY'] },
    },
    'every 2 weeks on Monday and Thursday at 09:00, UTC, from January 5, 2026',
    'alle 2 Wochen am Montag und Donnerstag um 09:00, UTC, ab 5. Januar 2026',
  ],
  [
    { type: 'WEEKLY', interval: 1, startDate: '2026-11-22', startTime: '09:00' },
    'every Sunday at 09:00, UTC',
    'jeden Sonntag um 09:00, UTC',
  ],
  [
    { type: 'MONTHLY', interval: 3, startDate: '2026-01-15', startTime: '03:00', atDays: { type: 'DAY_OF_MONTH', day: 22 } },
    'every 3 months on the 22nd at 03:00, UTC, from January 15, 2026',
    'alle 3 Monate am 22. um 03:00, UTC, ab 15. Januar 2026',
  ],
  [{ type: 'MANUAL' }, 'only by hand', 'nur von Hand'],
];

describe('the sentence of a trigger', () => {
  for (const [rule, en, de] of SENTENCES)
    it(`is “${en}”`, () => {
      assert.equal(triggerSentence(rule, 'en', TODAY), en);
      assert.equal(triggerSentence(rule, 'de', TODAY), de);
    });
});

test('the sentences of triggers in French and Japanese', () => {
  for (const [rule, fr, ja] of [
    [cron('30 6 ? * MON-FRI'), 'du lundi au vendredi à 06:30, Berlin', '平日の06:30、Berlin'],
    [cron('0/15 * * * ?'), 'toutes les 15 minutes, Berlin', '15分ごと、Berlin'],
    [cron('0 7 1 * ?'), 'le 1er de chaque mois à 07:00, Berlin', '毎月の1日の07:00、Berlin'],
    [cron('0 7 LW 3,6 ?'), 'le dernier jour ouvré de mars et juin à 07:00, Berlin', '3月、6月の最終平日の07:00、Berlin'],
    [cron('0 7 ? * MON#2'), 'le deuxième lundi de chaque mois à 07:00, Berlin', '毎月の第2月曜日の07:00、Berlin'],
    [
      cron('30 8-18 ? * SAT,SUN'),
      'chaque samedi et dimanche, chaque heure de 08:30 à 18:30, Berlin',
      '毎週土曜日、日曜日、毎時（08:30から18:30まで）、Berlin',
    ],
  ] as const) {
    assert.equal(triggerSentence(rule, 'fr', TODAY), fr);
    assert.equal(triggerSentence(rule, 'ja', TODAY), ja);
  }
});

describe('clock changes', () => {
  const year = [Date.UTC(2027, 0, 1), Date.UTC(2028, 0, 1)] as const;

  it('are found with an accuracy of a minute, with the local times before and after', () => {
    assert.deepEqual(clockChanges('Europe/Berlin', ...year), [
      { zone: 'Europe/Berlin', at: Date.UTC(2027, 2, 28, 1), before: '02:00', after: '03:00' },
      { zone: 'Europe/Berlin', at: Date.UTC(2027, 9, 31, 1), before: '03:00', after: '02:00' },
    ]);
    assert.deepEqual(
      clockChanges('Australia/Lord_Howe', ...year).map(({ before, after }) => [before, after]),
      [
        ['02:00', '01:30'],
        ['02:00', '02:30'],
      ],
    );
  });

  it('go forward or back, also past midnight', () => {
    const [first] = clockChanges('Asia/Beirut', Date.UTC(2023, 9, 28), Date.UTC(2023, 9, 30));
    assert.deepEqual([first?.before, first?.after], ['00:00', '23:00']);
    for (const [before, after, isForward] of [
      ['00:00', '23:00', false],
      ['23:30', '00:30', true],
      ['03:00', '02:00', false],
      ['02:00', '02:30', true],
    ] as const)
      assert.equal(isClockForward(before, after), isForward, `${before} to ${after}`);
  });

  it('are not found in a zone without daylight saving time', () => assert.deepEqual(clockChanges('UTC', ...year), []));

  it('at the start of the period are included, at its end excluded', () => {
    const change = Date.UTC(2027, 2, 28, 1);
    assert.equal(clockChanges('Europe/Berlin', change - 60_000, change).length, 0);
    assert.equal(clockChanges('Europe/Berlin', change - 60_000, change + 1).length, 1);
    assert.equal(clockChanges('Europe/Berlin', change, change + 60_000).length, 1);
  });
});

test('a calendar ignores an invalid day in the URL', () => {
  for (const day of ['2026-02-30', '2026-2-3', 'tomorrow', '9999-01-01', ''])
    assert.equal(readSearch(CALENDAR_SEARCH, { day }).day, undefined, day);
  assert.deepEqual(readSearch(CALENDAR_SEARCH, { day: '2028-02-29', view: 'year' }), { day: '2028-02-29', view: 'year' });
  assert.equal(daysShown('year', parseDate('2028-02-29'), 'en-GB').length, 366);
  assert.deepEqual(daysShown('week', parseDate('2026-11-25'), 'de-DE').map(String).slice(0, 2), ['2026-11-23', '2026-11-24']);
});

test('a trigger keeps its values when its form is saved without changes', () => {
  const triggers: ScheduleTrigger[] = [
    { name: 'a', type: 'CRON', cronExpression: '0 7 L * ?', timeZone: 'Europe/Berlin' },
    { name: 'b', type: 'ONCE', startDate: '2027-01-01', startTime: '06:30', timeZone: 'UTC' },
    {
      name: 'c',
      type: 'WEEKLY',
      interval: 2,
      startDate: '2027-01-01',
      startTime: '09:00',
      timeZone: 'UTC',
      atTimes: { type: 'AT_SPECIFIC_TIMES', times: ['10:00', '12:00'] },
      atDays: { type: 'DAY_OF_WEEK', days: ['MONDAY'] },
      timeout: 60,
    },
    {
      name: 'd',
      type: 'MONTHLY',
      interval: 1,
      startDate: '2027-01-01',
      timeZone: 'UTC',
      atTimes: { type: 'AT_INTERVALS', startTime: '08:30', endTime: '18:30', interval: 120 },
      atDays: { type: 'DAY_OF_MONTH', day: 31 },
    },
  ];
  for (const trigger of triggers) assert.deepEqual(triggerOfDraft(draftOfTrigger(trigger, 'Asia/Tokyo')), trigger);
});
