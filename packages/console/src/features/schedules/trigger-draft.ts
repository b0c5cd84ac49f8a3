/** The values of the form of a trigger. */
import type { Schema } from '@millrace/contract';

/** A trigger of a schedule. */
export type ScheduleTrigger = Schema<'ScheduleTrigger'>;

/** The values of the fields; numbers are texts until they are sent, so that the server can report errors in them. */
export type TriggerDraft = {
  name: string;
  type: ScheduleTrigger['type'];
  interval: string;
  startDate: string;
  startTime: string;
  zone: string;
  clock: Schema<'TimeSchedule'>['type'];
  time: string;
  times: string;
  from: string;
  to: string;
  minutes: string;
  days: Schema<'WeekDay'>[];
  day: string;
  cron: string;
  timeout: string;
};

const WORKDAYS: Schema<'WeekDay'>[] = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'];

/** The values for a trigger; without a trigger, the defaults for a new one in a time zone. */
export function draftOfTrigger(trigger: Partial<ScheduleTrigger>, zone: string): TriggerDraft {
  const { atTimes, atDays } = trigger;
  return {
    name: trigger.name ?? '',
    type: trigger.type ?? 'WEEKLY',
    interval: String(trigger.interval ?? 1),
    startDate: trigger.startDate ?? '',
    startTime: trigger.startTime?.slice(0, 5) ?? '',
    zone: trigger.timeZone ?? (trigger.type ? 'UTC' : zone),
    clock: atTimes?.type ?? 'AT_TIME',
    time: (atTimes?.time ?? trigger.startTime ?? '06:30').slice(0, 5),
    times: (atTimes?.times ?? ['06:30', '18:30']).join(', '),
    from: (atTimes?.startTime ?? '08:00').slice(0, 5),
    to: (atTimes?.endTime ?? '18:00').slice(0, 5),
    minutes: String(atTimes?.interval ?? 60),
    days: atDays?.days ?? (trigger.type ? [] : WORKDAYS),
    day: String(atDays?.day ?? 1),
    cron: trigger.cronExpression ?? '30 6 ? * MON-FRI',
    timeout: trigger.timeout ? String(trigger.timeout) : '',
  };
}

/** An empty field gives null. The server treats null as a missing value, and reports it. */
const numberOr = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** The trigger with the values of the fields. The server checks them. */
export function triggerOfDraft(draft: TriggerDraft): ScheduleTrigger {
  const { name, type, zone, cron, startDate, startTime, time } = draft;
  const timeout = numberOr(draft.timeout);
  const common = { name: name.trim(), type, timeZone: zone.trim(), ...(timeout !== null && { timeout }) };
  if (type === 'CRON') return { ...common, cronExpression: cron.trim() };
  if (type === 'ONCE') return { ...common, startDate, startTime: time };
  return {
    ...common,
    interval: numberOr(draft.interval),
    ...(startDate !== '' && { startDate }),
    ...(startTime !== '' && { startTime }),
    atTimes: timesOf(draft),
    ...(type === 'WEEKLY' && draft.days.length > 0 && { atDays: { type: 'DAY_OF_WEEK', days: draft.days } }),
    ...(type === 'MONTHLY' && { atDays: { type: 'DAY_OF_MONTH', day: numberOr(draft.day) } }),
  };
}

function timesOf({ clock, time, times, from, to, minutes }: TriggerDraft): Schema<'TimeSchedule'> {
  if (clock === 'AT_TIME') return { type: clock, time };
  if (clock === 'AT_SPECIFIC_TIMES') return { type: clock, times: times.split(/[\s,;]+/).filter(Boolean) };
  return { type: clock, startTime: from, endTime: to, interval: numberOr(minutes) };
}
