/** The values of the form of an alert rule, what is missing in them, and the bodies that save them. */
import type { BodyOf, Schema } from '@millrace/contract';

/** When a rule alerts. */
export type RuleCondition = BodyOf<'POST /api/v1/alerts'>['condition'];

/** The types of channels to which messages are posted. */
export const CHANNELS = ['slack', 'teams', 'webhook'] as const;

/** A new channel: its type and its address. */
export type NewChannel = { key: number; type: (typeof CHANNELS)[number]; url: string };

/** What a rule watches. For a tag, the environment whose tasks may have it. */
export type AlertTarget = Pick<BodyOf<'POST /api/v1/alerts'>, 'taskId' | 'planId' | 'workspaceId' | 'environmentId' | 'engineId'>;

/** The values; numbers are texts until they are sent. */
export type AlertForm = {
  name: string;
  condition: RuleCondition;
  target: AlertTarget;
  /** Undefined unless the rule is about the tasks with a tag. */
  tag: string | undefined;
  /** The bound of the condition. */
  minutes: string;
  /** The bound as a factor of the usual duration. */
  usual: string;
  /** The bound as minutes without a success. */
  success: string;
  notifiesMe: boolean;
  /** The ids of the other people. */
  users: readonly string[];
  emails: string;
  channels: readonly NewChannel[];
  /** The ids of the existing channels that stay in the rule. */
  transports: string[];
  /** Minutes until the next message about an open incident; 0 for none. */
  repeat: string;
  /** The quiet hours as `HH:mm`, and their time zone; no times for none. */
  from: string;
  to: string;
  zone: string;
};

/** Seconds. */
const MINUTE = 60;
/** The bound of a new rule. */
const DEFAULT_MINUTES = '30';

const toMinutes = (seconds: number | undefined): string => (seconds === undefined ? '' : String(seconds / MINUTE));

/** The values for a rule; without a rule, the defaults for a new one of an account in a time zone. */
export function formOfAlert(rule: Schema<'Alert'> | undefined, me: string, zone: string): AlertForm {
  const { name = '', boundSeconds, usualFactor, successWithinSeconds, recipients, repeatMinutes = 0, quietHours } = rule ?? {};
  return {
    name,
    condition: (rule?.condition ?? 'run_failed') as RuleCondition,
    target: {},
    tag: undefined,
    minutes: rule ? toMinutes(boundSeconds) : DEFAULT_MINUTES,
    usual: usualFactor === undefined ? '' : String(usualFactor),
    success: toMinutes(successWithinSeconds),
    notifiesMe: recipients?.users.includes(me) ?? true,
    users: recipients?.users.filter((id) => id !== me) ?? [],
    emails: recipients?.emails.join(', ') ?? '',
    channels: [],
    transports: recipients?.transports.map(({ id = '' }) => id) ?? [],
    repeat: String(repeatMinutes),
    from: quietHours?.from ?? '',
    to: quietHours?.to ?? '',
    zone: quietHours?.zone ?? zone,
  };
}

/** The bounds that a condition uses. */
export const BOUNDS_OF: Readonly<Record<RuleCondition, readonly ('minutes' | 'usual' | 'success')[]>> = {
  run_failed: [],
  run_long: ['minutes', 'usual'],
  run_absent: ['minutes', 'success'],
  engine_lost: ['minutes'],
};

const NEEDS_BOUND: ReadonlySet<RuleCondition> = new Set(['run_long', 'run_absent']);

/** A field that needs a value. */
export type MissingField = 'name' | 'minutes' | 'target' | 'tag' | 'recipients' | 'from' | 'to' | `channel ${number}`;

/** The fields that need a value and have none. */
export function missingIn(form: AlertForm, isNew: boolean): ReadonlySet<MissingField> {
  const missing: MissingField[] = [];
  const isEmpty = (text: string): boolean => text.trim() === '';
  if (isEmpty(form.name)) missing.push('name');
  if (NEEDS_BOUND.has(form.condition) && BOUNDS_OF[form.condition].every((bound) => isEmpty(form[bound]))) missing.push('minutes');
  if (isNew && Object.values(form.target).every((id) => id === undefined)) missing.push('target');
  if (form.tag !== undefined && isEmpty(form.tag)) missing.push('tag');
  const hasRecipient = form.notifiesMe || !isEmpty(form.emails) || form.users.length + form.channels.length + form.transports.length > 0;
  if (!hasRecipient) missing.push('recipients');
  if (isEmpty(form.from) && !isEmpty(form.to)) missing.push('from');
  if (!isEmpty(form.from) && isEmpty(form.to)) missing.push('to');
  for (const { key, url } of form.channels) if (isEmpty(url)) missing.push(`channel ${key}`);
  return new Set(missing);
}

const wordsIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean);

/** The bounds in seconds, or as a factor; null without one. */
const boundsOf = ({ minutes, usual, success }: AlertForm) => ({
  boundSeconds: minutes.trim() === '' ? null : Math.round(Number(minutes) * MINUTE),
  usualFactor: usual.trim() === '' ? null : Number(usual),
  successWithinSeconds: success.trim() === '' ? null : Math.round(Number(success) * MINUTE),
});

/** The fields that a new rule and a changed one have. The server checks the values. */
function commonOf(form: AlertForm, rule: Schema<'Alert'> | undefined, me: string) {
  const existing = rule?.recipients.transports.filter(({ id = '' }) => form.transports.includes(id)) ?? [];
  return {
    name: form.name,
    recipients: {
      users: form.notifiesMe ? [...form.users, me] : [...form.users],
      emails: wordsIn(form.emails),
      transports: [
        ...existing.map(({ id = '', type }) => ({ id, type: type as NewChannel['type'] })),
        ...form.channels.map(({ type, url }) => ({ type, url: url.trim() })),
      ],
    },
    repeatMinutes: Number(form.repeat),
  };
}

const quietHoursOf = ({ from, to, zone }: AlertForm) => (from === '' && to === '' ? null : { from, to, zone });

/** The body that changes a rule. */
export const toRuleChange = (form: AlertForm, rule: Schema<'Alert'>, me: string): BodyOf<'PATCH /api/v1/alerts/{id}'> => {
  const bounds = boundsOf(form);
  const used = BOUNDS_OF[form.condition];
  return {
    ...commonOf(form, rule, me),
    quietHours: quietHoursOf(form),
    ...(used.includes('minutes') && { boundSeconds: bounds.boundSeconds }),
    ...(used.includes('usual') && { usualFactor: bounds.usualFactor }),
    ...(used.includes('success') && { successWithinSeconds: bounds.successWithinSeconds }),
  };
};

/** The body that creates a rule. */
export function toNewRule(form: AlertForm, me: string): BodyOf<'POST /api/v1/alerts'> {
  const { boundSeconds, usualFactor, successWithinSeconds } = boundsOf(form);
  const used = BOUNDS_OF[form.condition];
  const quietHours = quietHoursOf(form);
  return {
    ...commonOf(form, undefined, me),
    condition: form.condition,
    ...form.target,
    ...(form.tag !== undefined && { tag: form.tag.trim() }),
    ...(used.includes('minutes') && boundSeconds !== null && { boundSeconds }),
    ...(used.includes('usual') && usualFactor !== null && { usualFactor }),
    ...(used.includes('success') && successWithinSeconds !== null && { successWithinSeconds }),
    ...(quietHours && { quietHours }),
  };
}
