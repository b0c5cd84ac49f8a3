/** Converts triggers of all types to one form: days and minutes of a day, in a time zone, from a start. */
import { civilOf, DAY, dayOf, readDate } from './civil.ts';
import { cronDays, type IsDay, daysOf, requireNoDays } from './days.ts';
import { parseCron } from './cron-fields.ts';
import { CronFault, fieldFault, requireField, type TriggerDefinition } from './definition.ts';
import { minuteOf, minutesOf } from './times.ts';
import { findZone, type Zone } from './zones.ts';

/** A trigger in the form from which its fires are computed. */
export type Trigger = {
  name: string;
  zone: Zone;
  isDay: IsDay;
  /** Minutes of a day, ascending. */
  minutes: readonly number[];
  /** The first day, and the minute of it before which nothing fires. */
  startDay: number;
  startMinute: number;
  /** The last day on which it can fire. */
  endDay: number;
};

const FIRST_DAY = dayOf(1970, 1, 1);
/** The last day of the last year that a cron expression can name. */
const LAST_DAY = dayOf(2099, 12, 31);

/**
 * Converts the definition of a trigger, or refuses it.
 * @rule schedules.3.valid
 * @rule schedules.trigger.active
 */
export function readTrigger(trigger: TriggerDefinition): Trigger {
  const zone = findZone(trigger.timeZone ?? 'UTC');
  if (!zone) throw fieldFault('timeZone', `'${trigger.timeZone}' is unknown: send an IANA name such as Europe/Paris`);
  const startDate = trigger.startDate ?? undefined;
  const start = startDate === undefined ? undefined : readDate(startDate);
  if (startDate !== undefined && start === undefined) {
    throw fieldFault('startDate', `'${startDate}' is no date: write one that exists, from 1970 on, as YYYY-MM-DD`);
  }
  const startMinute = trigger.startTime ? minuteOf('startTime', trigger.startTime) : 0;
  const common = { name: trigger.name, zone, startMinute };
  if (trigger.type === 'CRON') return cronTrigger(trigger, { ...common, startDay: start ?? FIRST_DAY });

  if (trigger.cronExpression) throw fieldFault('cronExpression', `cannot be used with the type ${trigger.type}`);
  const startDay = requireField('startDate', start, 'the trigger counts its days from it');
  const minutes = minutesOf(trigger);
  const isDay = daysOf(trigger, startDay);
  if (trigger.type === 'ONCE' && startMinute > (minutes[0] ?? 0)) {
    throw fieldFault('startTime', 'is after the time in atTimes, so that it would never fire');
  }
  return { ...common, isDay, minutes, startDay, endDay: trigger.type === 'ONCE' ? startDay : Number.POSITIVE_INFINITY };
}

function cronTrigger(trigger: TriggerDefinition, base: Pick<Trigger, 'name' | 'zone' | 'startDay' | 'startMinute'>): Trigger {
  requireNoDays(trigger);
  if (trigger.atTimes) throw fieldFault('atTimes', 'cannot be used with the type CRON, whose expression says the times');
  const expression = requireField('cronExpression', trigger.cronExpression, 'the type CRON needs one, such as 0 6 ? * MON-FRI');
  const { isDay, minutes, firstDay, endDay } = cronTimes(expression);
  const firesAt = (day: number): boolean => isDay(day) && (day > base.startDay || (minutes.at(-1) ?? 0) >= base.startMinute);
  let day = Math.max(base.startDay, firstDay);
  while (day <= endDay && !firesAt(day)) day += 1;
  if (day > endDay) throw new CronFault(undefined, `it names no day that exists${trigger.startDate ? ' on or after the start date' : ''}`);
  return { ...base, isDay, minutes, endDay };
}

type CronTimes = Pick<Trigger, 'isDay' | 'minutes' | 'endDay'> & { firstDay: number };

/** The expressions that were parsed before. Firing parses the definition of each due trigger, and many triggers share few expressions. */
const parsed = new Map<string, CronTimes>();
/** The number of expressions after which all are forgotten, which limits the memory. */
const MOST_PARSED = 500;

function cronTimes(expression: string): CronTimes {
  const before = parsed.get(expression);
  if (before) return before;
  const cron = parseCron(expression);
  const times = {
    isDay: cronDays(cron),
    minutes: cron.hours.flatMap((hour) => cron.minutes.map((minute) => hour * 60 + minute)),
    firstDay: cron.years ? dayOf(Math.min(...cron.years), 1, 1) : FIRST_DAY,
    endDay: cron.years ? dayOf(Math.max(...cron.years), 12, 31) : LAST_DAY,
  };
  if (parsed.size >= MOST_PARSED) parsed.clear();
  parsed.set(expression, times);
  return times;
}

/**
 * Adds a missing start date to a DAILY, WEEKLY or MONTHLY trigger: the day of `now` in its time zone. Any other trigger, and one with an unknown time
 * zone, is returned as it is.
 */
export function withStart(trigger: TriggerDefinition, now: number): TriggerDefinition {
  const zone = findZone(trigger.timeZone ?? 'UTC');
  if (!zone || trigger.startDate || trigger.type === 'CRON' || trigger.type === 'ONCE') return trigger;
  const { year, month, date } = civilOf(Math.floor((now + zone.offsetPeriodAt(now).offset) / DAY));
  return { ...trigger, startDate: [year, month, date].map((part) => String(part).padStart(2, '0')).join('-') };
}
