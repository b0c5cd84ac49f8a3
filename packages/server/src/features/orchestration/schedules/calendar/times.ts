/** Computes the minutes of the day at which a trigger fires. */
import { readTime } from './civil.ts';
import { required, unusable, type TriggerDefinition } from './definition.ts';

/** Reads the time of day in a field as a minute of the day, or refuses the trigger. */
export function minuteOf(trigger: TriggerDefinition, field: string, text: string): number {
  const minute = readTime(text);
  if (minute === undefined) throw unusable(trigger, field, `'${text}' is no time of day: write it as HH:mm, from 00:00 to 23:59`);
  return minute;
}

/** Returns the minutes of `atTimes`, or of `startTime` if there are none; ascending and without repetitions. */
export function minutesOf(trigger: TriggerDefinition): number[] {
  const { atTimes, startTime } = trigger;
  if (!atTimes) {
    return [minuteOf(trigger, 'startTime', required(trigger, 'atTimes', startTime, 'send atTimes, or startTime for one time a day'))];
  }
  if (trigger.type === 'ONCE' && atTimes.type !== 'AT_TIME')
    throw unusable(trigger, 'atTimes.type', 'must be AT_TIME, because the type ONCE fires a single time');
  switch (atTimes.type) {
    case 'AT_TIME':
      return [time(trigger, atTimes)];
    case 'AT_SPECIFIC_TIMES':
      return specificTimes(trigger, atTimes);
    case 'AT_INTERVALS':
      return intervals(trigger, atTimes);
  }
}

type AtTimes = NonNullable<TriggerDefinition['atTimes']>;

/** @rule schedules.trigger.time */
const time = (trigger: TriggerDefinition, { time: text }: AtTimes): number =>
  minuteOf(trigger, 'atTimes.time', required(trigger, 'atTimes.time', text, 'AT_TIME fires at one time of day'));

/** @rule schedules.trigger.times */
function specificTimes(trigger: TriggerDefinition, { times }: AtTimes): number[] {
  const texts = required(trigger, 'atTimes.times', times, 'AT_SPECIFIC_TIMES fires at each time of the list');
  if (texts.length === 0) throw unusable(trigger, 'atTimes.times', 'is empty: name at least one time');
  const minutes = texts.map((text, index) => minuteOf(trigger, `atTimes.times[${index}]`, text));
  return [...new Set(minutes)].toSorted((a, b) => a - b);
}

/** @rule schedules.trigger.intervals */
function intervals(trigger: TriggerDefinition, { startTime, endTime, interval }: AtTimes): number[] {
  const why = 'AT_INTERVALS fires at an interval in minutes, from a start time to an end time';
  const first = minuteOf(trigger, 'atTimes.startTime', required(trigger, 'atTimes.startTime', startTime, why));
  const last = minuteOf(trigger, 'atTimes.endTime', required(trigger, 'atTimes.endTime', endTime, why));
  const step = required(trigger, 'atTimes.interval', interval, why);
  if (last < first) throw unusable(trigger, 'atTimes.endTime', `${endTime} is before the start time ${startTime} of the same day`);
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);
}
