import type { Schema } from '@millrace/contract';
import { given } from '../../given.ts';
import { InvalidArgumentError } from 'commander';
import { Failure } from '../../failure.ts';
import type { OptionsOf, OptionTable } from '../../option-table.ts';
import { readWholeNumber } from '../../option-values.ts';

const WEEK_DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;
type WeekDay = (typeof WEEK_DAYS)[number];

/** The fields of a trigger that the options set. */
export type TriggerTimes = Omit<Schema<'ScheduleTrigger'>, 'name' | 'timeout'>;

/** The options for the times at which a trigger fires. */
export const TRIGGER_OPTIONS = {
  '--cron <expression>': 'minutes, hours, day of month, month and day of week in the syntax of Quartz, such as "30 5 ? * MON-FRI"',
  '--once <date time>': { text: 'a single time, such as "2031-01-31 05:30"', parse: onceOption },
  '--daily': 'every day',
  '--weekly <days>': { text: 'days of the week, such as mon,fri', parse: weekDaysOption },
  '--monthly <day>': { text: 'a day of the month', parse: readWholeNumber },
  '--every <n>': { text: 'with --daily, --weekly or --monthly: only every n-th day, week or month', parse: readWholeNumber },
  '--at <times>': { text: 'times of these days, such as 08:30,17:00', parse: timesOption },
  '--between <from-to>': { text: 'in place of --at: hours such as 08:30-18:30, with --step', parse: betweenOption },
  '--step <minutes>': { text: 'minutes between two times of --between', parse: readWholeNumber },
  '--start <date>': 'the first day, such as 2031-01-31 (default: today)',
  '--zone <name>': 'time zone of all times, such as Europe/Berlin (default: UTC)',
} as const satisfies OptionTable;

/** The values of these options. */
type TriggerOptions = OptionsOf<typeof TRIGGER_OPTIONS>;

function onceOption(text: string): { startDate: string; startTime: string } {
  const [, startDate, startTime] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})$/.exec(text) ?? [];
  if (startDate === undefined || startTime === undefined)
    throw new InvalidArgumentError('Give a date and a time such as "2031-01-31 05:30".');
  return { startDate, startTime };
}

function weekDaysOption(text: string): WeekDay[] {
  return text.split(',').map((word) => {
    const wanted = word.trim().toUpperCase();
    const day = WEEK_DAYS.find((name) => wanted.length >= 3 && name.startsWith(wanted));
    if (day === undefined) throw new InvalidArgumentError('Give days such as mon,fri.');
    return day;
  });
}

function timesOption(text: string): string[] {
  const times = text.split(',').map((time) => time.trim());
  if (!times.every((time) => /^\d{2}:\d{2}$/.test(time))) throw new InvalidArgumentError('Give times such as 08:30,17:00.');
  return times;
}

function betweenOption(text: string): { startTime: string; endTime: string } {
  const [, startTime, endTime] = /^(\d{2}:\d{2})-(\d{2}:\d{2})$/.exec(text) ?? [];
  if (startTime === undefined || endTime === undefined) throw new InvalidArgumentError('Give hours such as 08:30-18:30.');
  return { startTime, endTime };
}

const KINDS = { cron: 'CRON', once: 'ONCE', daily: 'DAILY', weekly: 'WEEKLY', monthly: 'MONTHLY' } as const;
const NAMES = '--cron, --once, --daily, --weekly and --monthly';

/** Builds the time rule that the options name; undefined if they name none. The server checks whether it can fire. */
export function toTriggerTimes(options: TriggerOptions): TriggerTimes | undefined {
  const kinds = (Object.keys(KINDS) as (keyof typeof KINDS)[]).filter((kind) => options[kind] !== undefined);
  const [kind] = kinds;
  const { cron, once, weekly, monthly, every, at, between, step, start, zone } = options;
  if (kinds.length > 1) throw new Failure('usage', `Give only one of ${NAMES}.`);
  const details = [every, at, between, step, start];
  if (kind === undefined && [...details, zone].every((option) => option === undefined)) return undefined;
  if (kind === undefined) throw new Failure('usage', `Give one of ${NAMES}.`);
  if ((kind === 'cron' || kind === 'once') && details.some((detail) => detail !== undefined))
    throw new Failure('usage', `--${kind} takes no other option than --zone.`);
  if (at && between) throw new Failure('usage', 'Give either --at or --between.');
  if ((between === undefined) !== (step === undefined)) throw new Failure('usage', 'Give --between and --step together.');
  return {
    type: KINDS[kind],
    ...once,
    ...(kind !== 'cron' && kind !== 'once' && { interval: every ?? 1 }),
    ...(weekly && { atDays: { type: 'DAY_OF_WEEK', days: weekly } }),
    ...(monthly !== undefined && { atDays: { type: 'DAY_OF_MONTH', day: monthly } }),
    ...(at && { atTimes: at.length === 1 ? { type: 'AT_TIME', time: at[0] ?? '' } : { type: 'AT_SPECIFIC_TIMES', times: at } }),
    ...(between && step !== undefined && { atTimes: { type: 'AT_INTERVALS', ...between, interval: step } }),
    ...given({ cronExpression: cron, startDate: start, timeZone: zone }),
  };
}

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

/** The options that say what starts a task or plan. */
export const START_OPTIONS = {
  ...TRIGGER_OPTIONS,
  '--manual': 'it starts on request only',
  '--webhook <name>': 'it starts when a URL is called; the URL is shown with --json',
  '--parallel': 'it may start while another execution of it runs',
  '--no-parallel': 'it has one execution at a time',
} as const satisfies OptionTable;

/** The values of these options. */
type StartOptions = OptionsOf<typeof START_OPTIONS>;

/** Builds the trigger that the options name; undefined if they name none. */
export function toTrigger({ manual, webhook, ...options }: StartOptions): Schema<'TriggerRequest'> | undefined {
  const times = toTriggerTimes(options);
  if ([manual, webhook, times].filter((value) => value !== undefined).length > 1)
    throw new Failure('usage', 'Give either --manual, --webhook, or times.');
  if (manual) return { type: 'MANUAL' };
  if (webhook !== undefined) return { type: 'WEBHOOK', webhook: { name: webhook } };
  return times;
}
