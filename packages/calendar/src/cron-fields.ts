/** The fields of a cron expression: Quartz without seconds, `minutes hours day-of-month month day-of-week [year]`. */
import { CronFault } from './definition.ts';

/** One entry of a list in a field of days. Days of the week count from Sunday as 0. */
export type DayTerm =
  | { kind: 'set'; values: readonly number[] }
  | { kind: 'last'; before: number; nearest: boolean }
  | { kind: 'nearest'; date: number }
  | { kind: 'last-week-day'; weekDay: number }
  | { kind: 'nth-week-day'; weekDay: number; nth: number };

/** A parsed expression. A field of days is undefined where every day counts. */
export type Cron = {
  minutes: number[];
  hours: number[];
  dates: DayTerm[] | undefined;
  months: ReadonlySet<number>;
  weekDays: DayTerm[] | undefined;
  years: ReadonlySet<number> | undefined;
};

type Field = { name: string; low: number; high: number; names?: readonly string[]; wraps: boolean };

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEK_DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const FIELDS = {
  minutes: { name: 'minutes', low: 0, high: 59, wraps: true },
  hours: { name: 'hours', low: 0, high: 23, wraps: true },
  dates: { name: 'day of month', low: 1, high: 31, wraps: true },
  months: { name: 'month', low: 1, high: 12, names: MONTHS, wraps: true },
  weekDays: { name: 'day of week', low: 1, high: 7, names: WEEK_DAYS, wraps: true },
  years: { name: 'year', low: 1970, high: 2099, wraps: false },
} as const satisfies Record<string, Field>;

type Word = { text: string; at: number };

/**
 * Parses a cron expression. The refusal of a malformed one names the position of the fault, counted from 1.
 * @rule schedules.trigger.cron
 */
export function parseCron(expression: string): Cron {
  const words = [...expression.matchAll(/\S+/g)].map((match) => ({ text: match[0].toUpperCase(), at: match.index }));
  const [minutes, hours, dates, months, weekDays, years, extra] = words;
  if (!minutes || !hours || !dates || !months || !weekDays) {
    throw new CronFault(
      expression.length,
      `the expression ends after ${words.length} of 5 fields (minutes hours day-of-month month day-of-week)`,
    );
  }
  if (hasSeconds(words))
    throw new CronFault(
      minutes.at,
      `seconds are not supported: leave out the first field and write '${expression.slice(hours.at).trim()}'`,
    );
  if (extra) throw new CronFault(extra.at, 'there are more than 6 fields');
  if (/(?<![\d/#])0(?!\d)/.test(weekDays.text))
    throw new CronFault(
      weekDays.at,
      `here the days of the week count from 1 for Sunday to 7 for Saturday: write '${namesOfDays(weekDays.text)}'`,
    );
  if (dates.text === '?' && weekDays.text === '?') throw new CronFault(weekDays.at, "only one of day of month and day of week can be '?'");
  const cron: Cron = {
    minutes: sortedOnce(valuesOf(minutes, FIELDS.minutes)),
    hours: sortedOnce(valuesOf(hours, FIELDS.hours)),
    dates: isEvery(dates) ? undefined : termsOf(dates, dateTerm),
    months: new Set(valuesOf(months, FIELDS.months)),
    weekDays: isEvery(weekDays) ? undefined : termsOf(weekDays, weekDayTerm),
    years: years && years.text !== '*' ? new Set(valuesOf(years, FIELDS.years)) : undefined,
  };
  if (cron.dates && cron.weekDays)
    throw new CronFault(weekDays.at, "day of month and day of week cannot both be set: write '?' for one of them");
  return cron;
}

/**
 * Returns whether the expression begins with seconds, as Quartz writes them. With seven fields, it does if the last one can be a year (`*` or three digits
 * in a row). With six fields, it does if the last one cannot be a year, or the fourth is '?', which is then the day of the month.
 */
function hasSeconds(words: readonly Word[]): boolean {
  const canBeYear = /^\*|\d{3}/.test(words.at(-1)?.text ?? '');
  return (words.length === 6 && (!canBeYear || words[3]?.text === '?')) || (words.length === 7 && canBeYear);
}

/** The days of the week, counted from Sunday as 0, by their names, which mean the same everywhere. */
function namesOfDays(text: string): string {
  const names = text.replaceAll(/(?<![\d/#])[0-7](?!\d)/g, (day) => WEEK_DAYS[Number(day) % 7] ?? '');
  // 0-6 and 0-7 mean every day.
  return names.replace(/^SUN-S(?:UN|AT)(?=\/|$)/, '*');
}

const isEvery = ({ text }: Word): boolean => text === '*' || text === '?';
const sortedOnce = (values: readonly number[]): number[] => [...new Set(values)].toSorted((a, b) => a - b);

function* entriesOf({ text, at }: Word): Generator<Word> {
  let start = at;
  for (const entry of text.split(',')) {
    if (entry === '') throw new CronFault(start, 'a value is missing');
    yield { text: entry, at: start };
    start += entry.length + 1;
  }
}

const termsOf = (word: Word, read: (entry: Word) => DayTerm): DayTerm[] => [...entriesOf(word)].map(read);

const valuesOf = (word: Word, field: Field): number[] => [...entriesOf(word)].flatMap((entry) => rangeOf(entry, field));

function dateTerm(entry: Word): DayTerm {
  const last = /^L(?:-(\d{1,2}))?(W?)$/.exec(entry.text);
  if (last) {
    const before = Number(last[1] ?? 0);
    if (before > 30) throw new CronFault(entry.at + 2, `'${entry.text}' is before the first day of every month`);
    return { kind: 'last', before, nearest: last[2] === 'W' };
  }
  const nearest = /^(\d+)W$/.exec(entry.text);
  if (nearest) return { kind: 'nearest', date: valueOf({ text: nearest[1] ?? '', at: entry.at }, FIELDS.dates) };
  return { kind: 'set', values: rangeOf(entry, FIELDS.dates) };
}

function weekDayTerm(entry: Word): DayTerm {
  // In Quartz, L alone is Saturday.
  if (entry.text === 'L') return { kind: 'set', values: [6] };
  const last = /^(\w+)L$/.exec(entry.text);
  if (last) return { kind: 'last-week-day', weekDay: valueOf({ text: last[1] ?? '', at: entry.at }, FIELDS.weekDays) - 1 };
  const [day = '', ...rest] = entry.text.split('#');
  const nth = rest.length === 0 ? undefined : rest.join('#');
  if (nth === undefined) return { kind: 'set', values: rangeOf(entry, FIELDS.weekDays).map((value) => value - 1) };
  if (!/^[1-5]$/.test(nth)) throw new CronFault(entry.at + day.length + 1, "after '#' must come a number from 1 to 5");
  return { kind: 'nth-week-day', weekDay: valueOf({ text: day, at: entry.at }, FIELDS.weekDays) - 1, nth: Number(nth) };
}

/** Reads `*`, `a` or `a-b`, each with an optional step after `/`. A range whose end is before its start wraps around, except for years. */
function rangeOf({ text, at }: Word, field: Field): number[] {
  const [range = '', stepText, more] = text.split('/');
  if (more !== undefined) throw new CronFault(at + range.length + 1 + (stepText?.length ?? 0), "a value has one '/' at most");
  const size = field.high - field.low + 1;
  const step = stepText === undefined ? 1 : numberOf(stepText);
  if (Number.isNaN(step) || step < 1 || (step > 1 && step >= size)) {
    throw new CronFault(at + range.length + 1, `the step of the field ${field.name} is a number from 1 to ${size - 1}`);
  }
  const [first = '', last, third] = range.split('-');
  if (third !== undefined) throw new CronFault(at + first.length + 1 + (last?.length ?? 0), "a range has one '-'");
  if (range === '*') return stepped(field.low, size, step, field);
  const low = valueOf({ text: first, at }, field);
  if (last === undefined) return stepText === undefined ? [low] : stepped(low, field.high - low + 1, step, field);
  const high = valueOf({ text: last, at: at + first.length + 1 }, field);
  if (high < low && !field.wraps) throw new CronFault(at, `the range ${range} of the field ${field.name} ends before it starts`);
  return stepped(low, high < low ? high - low + 1 + size : high - low + 1, step, field);
}

const stepped = (low: number, count: number, step: number, { low: base, high }: Field): number[] =>
  Array.from({ length: Math.ceil(count / step) }, (_, index) => base + ((low - base + index * step) % (high - base + 1)));

const numberOf = (text: string): number => (/^\d{1,4}$/.test(text) ? Number(text) : Number.NaN);

function valueOf({ text, at }: Word, field: Field): number {
  const named = field.names?.indexOf(text) ?? -1;
  const value = named >= 0 ? field.low + named : numberOf(text);
  if (value >= field.low && value <= field.high) return value;
  const names = field.names ? ` or one of ${field.names.join(', ')}` : '';
  throw new CronFault(at, `'${text}' does not fit the field ${field.name}, which accepts ${field.low} to ${field.high}${names}`);
}
