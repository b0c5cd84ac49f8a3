import type { Schema } from '@millrace/contract';

const UNITS = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month' } as const;

/** The fields of a trigger that its description uses: of a schedule or of a run configuration. */
type Described = Pick<
  Schema<'ScheduleTrigger'>,
  'interval' | 'startDate' | 'startTime' | 'timeZone' | 'atTimes' | 'atDays' | 'cronExpression'
> & {
  type: Schema<'TriggerType'>;
  webhook?: Schema<'WebhookTrigger'>;
};

/** Says when a trigger fires, in a few words. */
export function describeTrigger(trigger: Described): string {
  const { type, cronExpression, startDate, startTime, interval, webhook } = trigger;
  const zone = trigger.timeZone ?? 'UTC';
  if (type === 'CRON') return `cron ${cronExpression ?? ''}, ${zone}`;
  if (type === 'ONCE') return `once, ${startDate ?? ''} ${startTime ?? ''}, ${zone}`;
  if (type === 'MANUAL') return 'on request only';
  if (type === 'MULTIPLE') return 'by its schedule';
  if (type === 'WEBHOOK') return `webhook ${webhook?.name ?? ''}`;
  const every = (interval ?? 1) === 1 ? `every ${UNITS[type]}` : `every ${interval} ${UNITS[type]}s`;
  const since = startDate ? ` from ${startDate}` : '';
  return `${every}${describeDays(trigger.atDays)} at ${describeTimes(trigger.atTimes) ?? startTime ?? ''}${since}, ${zone}`;
}

function describeDays(days: Described['atDays']): string {
  if (!days) return '';
  if (days.type === 'DAY_OF_MONTH') return ` on day ${days.day ?? ''}`;
  return ` on ${(days.days ?? []).join(', ').toLowerCase()}`;
}

function describeTimes(times: Described['atTimes']): string | undefined {
  if (!times) return undefined;
  if (times.type === 'AT_TIME') return times.time ?? '';
  if (times.type === 'AT_SPECIFIC_TIMES') return (times.times ?? []).join(', ');
  return `${times.startTime ?? ''}-${times.endTime ?? ''} every ${times.interval ?? ''} minutes`;
}
