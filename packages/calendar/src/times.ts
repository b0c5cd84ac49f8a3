/** Computes the minutes of the day at which a trigger fires. */
import { readTime } from './civil.ts';
import { fieldFault, requireField, type TriggerDefinition } from './definition.ts';

/** Reads the time of day in a field as a minute of the day, or refuses the trigger. */
export function minuteOf(field: string, text: string): number {
  const minute = readTime(text);
  if (minute === undefined) throw fieldFault(field, `'${text}' is no time of day: write it as HH:mm, from 00:00 to 23:59`);
  return minute;
}

/** Returns the minutes of `atTimes`, or of `startTime` if there are none; ascending and without repetitions. Throws a `TriggerFault`. */
export function minutesOf({ type, atTimes, startTime }: TriggerDefinition): number[] {
  if (!atTimes) {
    return [minuteOf('startTime', requireField('atTimes', startTime, 'send atTimes, or startTime for one time a day'))];
  }
  if (type === 'ONCE' && atTimes.type !== 'AT_TIME')
    throw fieldFault('atTimes.type', 'must be AT_TIME, because the type ONCE fires a single time');
  switch (atTimes.type) {
    case 'AT_TIME':
      return [time(atTimes)];
    case 'AT_SPECIFIC_TIMES':
      return specificTimes(atTimes);
    case 'AT_INTERVALS':
      return intervals(atTimes);
  }
}

type AtTimes = NonNullable<TriggerDefinition['atTimes']>;

/** @rule schedules.trigger.time */
const time = ({ time: text }: AtTimes): number =>
  minuteOf('atTimes.time', requireField('atTimes.time', text, 'AT_TIME fires at one time of day'));

/** @rule schedules.trigger.times */
function specificTimes({ times }: AtTimes): number[] {
  const texts = requireField('atTimes.times', times, 'AT_SPECIFIC_TIMES fires at each time of the list');
  if (texts.length === 0) throw fieldFault('atTimes.times', 'is empty: name at least one time');
  const minutes = texts.map((text, index) => minuteOf(`atTimes.times[${index}]`, text));
  return [...new Set(minutes)].toSorted((a, b) => a - b);
}

/** @rule schedules.trigger.intervals */
function intervals({ startTime, endTime, interval }: AtTimes): number[] {
  const why = 'AT_INTERVALS fires at an interval in minutes, from a start time to an end time';
  const first = minuteOf('atTimes.startTime', requireField('atTimes.startTime', startTime, why));
  const last = minuteOf('atTimes.endTime', requireField('atTimes.endTime', endTime, why));
  const step = requireField('atTimes.interval', interval, why);
  if (last < first) throw fieldFault('atTimes.endTime', `${endTime} is before the start time ${startTime} of the same day`);
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);
}
