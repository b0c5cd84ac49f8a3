/** Describes triggers as sentences: "every weekday at 06:30, Berlin". */
import type { Schema } from '@millrace/contract';
import { regionalLocale } from '../../text/formats.ts';
import type { Language } from '../../text/languages.ts';
import { readCron, type ClockRule, type DayRule } from './cron-rule.ts';
import { PHRASES } from './trigger-phrases.ts';

/** The times of a trigger of a schedule or a run configuration. */
export type TimeRule = {
  type: Schema<'TriggerType'>;
  interval?: number | null;
  startDate?: string | null;
  startTime?: string | null;
  timeZone?: string | null;
  atTimes?: Schema<'TimeSchedule'> | null;
  atDays?: Schema<'DaySchedule'> | null;
  cronExpression?: string | null;
};

/** The week days of the API, in their order. */
export const WEEK_DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;

/** The short name of a time zone: its city. */
export const zoneName = (zone: string | null | undefined): string => zone?.split('/').at(-1)?.replaceAll('_', ' ') || 'UTC';

/** The name of a week day in a language; Monday is 1. */
export const weekDayName = (day: number, language: Language): string =>
  // The first of January 2024 is a Monday.
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));

/**
 * Returns the sentence of a trigger. It contains the start date if that is after `today`, which is YYYY-MM-DD, or if days, weeks or months are counted
 * from it.
 */
export function triggerSentence(rule: TimeRule, language: Language, today: string): string {
  const phrases = PHRASES[language];
  if (rule.type === 'MANUAL' || rule.type === 'WEBHOOK' || rule.type === 'MULTIPLE') return phrases[rule.type];
  const parsed = rule.type === 'CRON' ? readCron(rule.cronExpression ?? '') : { days: daysOfRule(rule), clock: clockOfRule(rule) };
  const zone = zoneName(rule.timeZone);
  if (!parsed) return `${phrases.cron(rule.cronExpression ?? '')}${phrases.comma}${zone}`;
  const days = daysText(parsed.days, language);
  const clock = clockText(parsed.clock, language);
  const isAllDay = parsed.clock.kind === 'every' && parsed.days.kind === 'days' && parsed.days.every === 1 && !parsed.days.months;
  const sentence = isAllDay ? clock : `${days}${parsed.clock.kind === 'every' ? phrases.comma : phrases.blank}${clock}`;
  const start = rule.startDate;
  const hasStart = rule.type !== 'ONCE' && rule.type !== 'CRON' && start && (start > today || (rule.interval ?? 1) > 1);
  return [sentence, zone, ...(hasStart ? [phrases.from(dateText(start, language))] : [])].join(phrases.comma);
}

function daysOfRule({ type, interval, startDate, atDays }: TimeRule): DayRule {
  const every = interval ?? 1;
  const start = new Date(`${startDate ?? '2024-01-01'}T00:00:00Z`);
  if (type === 'ONCE') return { kind: 'once', date: startDate ?? '' };
  if (type === 'WEEKLY') {
    const days = atDays?.days?.map((day) => WEEK_DAYS.indexOf(day) + 1) ?? [start.getUTCDay() || 7];
    return { kind: 'weeks', every, days: days.toSorted((a, b) => a - b) };
  }
  return type === 'MONTHLY' ? { kind: 'months', every, days: [atDays?.day ?? start.getUTCDate()] } : { kind: 'days', every };
}

function clockOfRule({ startTime, atTimes }: TimeRule): ClockRule {
  const clock = (text: string | null | undefined): string => text?.slice(0, 5) ?? '00:00';
  if (atTimes?.type === 'AT_SPECIFIC_TIMES') return { kind: 'at', times: (atTimes.times ?? []).map(clock).toSorted() };
  if (atTimes?.type === 'AT_INTERVALS')
    return { kind: 'every', minutes: atTimes.interval ?? 0, from: clock(atTimes.startTime), to: clock(atTimes.endTime) };
  return { kind: 'at', times: [clock(atTimes?.time ?? startTime)] };
}

const listText = (items: readonly string[], language: Language): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(items);

function dateText(date: string, language: Language): string {
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) ? date : new Intl.DateTimeFormat(regionalLocale(language), { dateStyle: 'long', timeZone: 'UTC' }).format(time);
}

const monthName = (month: number, language: Language): string =>
  new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, month - 1, 1));

function daysText(rule: DayRule, language: Language): string {
  const phrases = PHRASES[language];
  const months =
    rule.months &&
    listText(
      rule.months.map((month) => monthName(month, language)),
      language,
    );
  const names = (days: readonly number[]): string =>
    listText(
      days.map((day) => weekDayName(day, language)),
      language,
    );
  switch (rule.kind) {
    case 'once':
      return phrases.once(dateText(rule.date, language));
    case 'days':
      return phrases.days(rule.every) + (months ? phrases.inMonths(months) : '');
    case 'weeks':
      return (
        (String(rule.days) === '1,2,3,4,5' ? phrases.workdays(rule.every) : phrases.weeks(rule.every, names(rule.days))) +
        (months ? phrases.inMonths(months) : '')
      );
    case 'months':
      return phrases.months(
        rule.every,
        listText(
          rule.days.map((day) => phrases.monthDay(day)),
          language,
        ),
        months,
      );
    case 'nth':
      return phrases.months(1, phrases.nth(rule.nth, weekDayName(rule.day, language)), months);
  }
}

function clockText(rule: ClockRule, language: Language): string {
  const phrases = PHRASES[language];
  if (rule.kind === 'at') return phrases.at(listText(rule.times, language));
  const [count, unit] = rule.minutes % 60 === 0 ? ([rule.minutes / 60, 'hours'] as const) : ([rule.minutes, 'minutes'] as const);
  return phrases[unit](count) + (rule.from !== undefined && rule.to !== undefined ? phrases.between(rule.from, rule.to) : '');
}
