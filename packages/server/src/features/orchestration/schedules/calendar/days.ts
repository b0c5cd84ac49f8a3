/** On which days a trigger fires, apart from cron. */
import { civilOf, dayOf, daysInMonth, weekDayOf, type Civil } from './civil.ts';
import type { IsDay } from './cron-days.ts';
import { needed, unusable, type TriggerDefinition } from './definition.ts';

const WEEK_DAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;

/** The days of a trigger that starts on `start`: intervals are counted from there. */
export function daysOf(trigger: TriggerDefinition, start: number): IsDay {
  if (trigger.type === 'ONCE') {
    hasNoDays(trigger);
    return (day) => day === start;
  }
  const interval = intervalOf(trigger);
  if (trigger.type === 'WEEKLY') return weekly(trigger, start, interval);
  if (trigger.type === 'MONTHLY') return monthly(trigger, start, interval);
  hasNoDays(trigger);
  return (day) => (day - start) % interval === 0;
}

/** @rule schedules.trigger.interval */
const intervalOf = (trigger: TriggerDefinition): number =>
  needed(
    trigger,
    'interval',
    trigger.interval,
    `a trigger of type ${trigger.type} fires every so many days, weeks or months; write 1 for each`,
  );

/** Days of the week or the month fit only some types. */
export function hasNoDays(trigger: TriggerDefinition): void {
  if (trigger.atDays)
    throw unusable(trigger, 'atDays', `does not go with the type ${trigger.type}: leave it out, or take WEEKLY or MONTHLY`);
}

/**
 * Weeks begin on Monday; without `atDays` the day of the week of the start counts.
 * @rule schedules.trigger.days
 */
function weekly(trigger: TriggerDefinition, start: number, interval: number): IsDay {
  const { atDays } = trigger;
  if (atDays && atDays.type !== 'DAY_OF_WEEK') throw unusable(trigger, 'atDays.type', 'must be DAY_OF_WEEK for the type WEEKLY');
  const named = atDays && needed(trigger, 'atDays.days', atDays.days, 'DAY_OF_WEEK needs days such as ["MONDAY"]');
  if (named?.length === 0) throw unusable(trigger, 'atDays.days', 'is empty: name one day at least, such as "MONDAY"');
  const chosen = new Set<number>(named ? named.map((name) => WEEK_DAYS.indexOf(name)) : [weekDayOf(start)]);
  const first = weekOf(start);
  return (day) => chosen.has(weekDayOf(day)) && (weekOf(day) - first) % interval === 0;
}

/** Weeks from Monday to Sunday, numbered; 1970-01-01 was a Thursday. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);

/**
 * Months that do not have the day are passed over; without `atDays` the date of the start counts.
 * @rule schedules.trigger.day
 */
function monthly(trigger: TriggerDefinition, start: number, interval: number): IsDay {
  const { atDays } = trigger;
  if (atDays && atDays.type !== 'DAY_OF_MONTH') throw unusable(trigger, 'atDays.type', 'must be DAY_OF_MONTH for the type MONTHLY');
  const begin = civilOf(start);
  const date = atDays ? needed(trigger, 'atDays.day', atDays.day, 'DAY_OF_MONTH needs a day from 1 to 31') : begin.date;
  const first = begin.year * 12 + begin.month;
  if (!isEverReached(begin, interval, date)) {
    throw unusable(trigger, 'atDays.day', `${date} does not exist in any of the months that the interval of ${interval} reaches`);
  }
  // Asked for day after day: the date is worked out once a month.
  let [monthStart, monthEnd, due] = [0, 0, 0];
  return (day) => {
    if (day < monthStart || day >= monthEnd) {
      const { year, month } = civilOf(day);
      monthStart = dayOf(year, month, 1);
      monthEnd = dayOf(year, month + 1, 1);
      const counts = (year * 12 + month - first) % interval === 0 && monthStart + date - 1 < monthEnd;
      due = counts ? monthStart + date - 1 : -1;
    }
    return day === due;
  };
}

/** Whether one of the months has the day; after 4800 steps, the months of 400 years, they all repeat. */
function isEverReached(begin: Civil, interval: number, date: number): boolean {
  if (date <= 28) return true;
  for (let step = 0; step < 4800; step += 1) {
    const months = begin.month - 1 + step * interval;
    if (date <= daysInMonth(begin.year + Math.floor(months / 12), (months % 12) + 1)) return true;
  }
  return false;
}
