/** Parses common cron expressions, so that pages can describe them in words. The server computes the times at which they fire. */

/** The days on which a rule fires. Monday is week day 1. */
export type DayRule = { months?: number[] } & (
  | { kind: 'days'; every: number }
  | { kind: 'weeks'; every: number; days: number[] }
  | { kind: 'months'; every: number; days: (number | 'last' | 'last-workday')[] }
  | { kind: 'nth'; nth: number | 'last'; day: number }
  | { kind: 'once'; date: string }
);

/** The times of a day at which a rule fires. An interval without `from` and `to` covers the whole day. */
export type ClockRule = { kind: 'at'; times: string[] } | { kind: 'every'; minutes: number; from?: string; to?: string };

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEK_DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const MAX_TIMES = 6;
const DAY = 1440;

/** Parses an expression; undefined if it is too complex for a short sentence. */
export function readCron(expression: string): { days: DayRule; clock: ClockRule } | undefined {
  const [minutes = '', hours = '', dayOfMonth = '', month = '', dayOfWeek = '', ...years] = expression.trim().toUpperCase().split(/\s+/);
  if (years.some((year) => year !== '*')) return undefined;
  const clock = clockOf(valuesOf(minutes, 0, 59), valuesOf(hours, 0, 23));
  const days = daysOf(dayOfMonth, dayOfWeek);
  const months = valuesOf(month, 1, 12, MONTHS);
  if (!clock || !days || !months) return undefined;
  return { days: months.length === MONTHS.length ? days : { ...days, months }, clock };
}

function daysOf(dayOfMonth: string, dayOfWeek: string): DayRule | undefined {
  const isAny = (field: string): boolean => field === '*' || field === '?';
  if (isAny(dayOfMonth) && isAny(dayOfWeek)) return { kind: 'days', every: 1 };
  if (!isAny(dayOfMonth) && !isAny(dayOfWeek)) return undefined;
  if (isAny(dayOfMonth)) {
    const [, name = '', nth] = /^(\w{1,3}?)(L|#[1-5])$/.exec(dayOfWeek) ?? [];
    const [day] = valuesOf(name, 1, 7, WEEK_DAYS) ?? [];
    if (nth !== undefined && day !== undefined)
      return { kind: 'nth', nth: nth === 'L' ? 'last' : Number(nth.slice(1)), day: fromMonday(day) };
    const days = valuesOf(dayOfWeek, 1, 7, WEEK_DAYS)
      ?.map(fromMonday)
      .toSorted((a, b) => a - b);
    return days && (days.length === 7 ? { kind: 'days', every: 1 } : { kind: 'weeks', every: 1, days });
  }
  if (dayOfMonth === 'L') return { kind: 'months', every: 1, days: ['last'] };
  if (dayOfMonth === 'LW') return { kind: 'months', every: 1, days: ['last-workday'] };
  const days = valuesOf(dayOfMonth, 1, 31);
  return days && { kind: 'months', every: 1, days };
}

/** Converts a week day of Quartz, where Sunday is 1, to one where Monday is 1. */
const fromMonday = (day: number): number => ((day + 5) % 7) + 1;

/** The values of a field in order; undefined if the field contains more than values, ranges and steps. */
function valuesOf(field: string, min: number, max: number, names: readonly string[] = []): number[] | undefined {
  const found = new Set<number>();
  const toNumber = (text: string): number => {
    const index = names.indexOf(text);
    return index >= 0 ? index + min : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  };
  for (const part of field.split(',')) {
    const [range = '', step] = part.split('/');
    const [first = '', last] = range === '*' || range === '?' ? [String(min), String(max)] : range.split('-');
    const from = toNumber(first);
    const to = last === undefined ? (step === undefined ? from : max) : toNumber(last);
    const by = step === undefined ? 1 : Number(step);
    if (![from, to].every((value) => value >= min && value <= max) || !(by >= 1)) return undefined;
    const span = max - min + 1;
    for (let ahead = 0; ahead <= (to - from + span) % span; ahead += by) found.add(((from - min + ahead) % span) + min);
  }
  return [...found].toSorted((a, b) => a - b);
}

function clockOf(minutes: number[] | undefined, hours: number[] | undefined): ClockRule | undefined {
  if (!minutes || !hours) return undefined;
  const times = hours.flatMap((hour) => minutes.map((minute) => hour * 60 + minute));
  if (times.length <= MAX_TIMES) return { kind: 'at', times: times.map(clockText) };
  const [first = 0, second = 0] = times;
  const gap = second - first;
  if (times.some((time, index) => index > 0 && time - (times[index - 1] ?? 0) !== gap)) return undefined;
  const last = times.at(-1) ?? 0;
  if (first === 0 && last + gap >= DAY) return { kind: 'every', minutes: gap };
  return { kind: 'every', minutes: gap, from: clockText(first), to: clockText(last) };
}

const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
