/** The rules of triggers. */
import type { TriggerDefinition } from '@millrace/calendar';
import type { Schema } from '@millrace/contract';
import { forbidden, invalid } from '../../../core/base/problem.ts';
import { toDefinition, requireTriggerFiveMinutesApart } from '../schedules/index.ts';

/** The trigger of a run configuration, in the body of a request. */
export type TriggerRequest = Schema<'TriggerRequest'>;

/** The name of an own trigger in lists of events. */
const OWN_TRIGGER = 'run-config';

/** The parameter in which a job receives the payload of a webhook. */
export const PAYLOAD_PARAMETER = 'resource_webhook_payload';

const TIME_FIELDS = ['interval', 'startDate', 'startTime', 'timeZone', 'atTimes', 'atDays', 'cronExpression'] as const;
const DAY = 86_400_000;
/** The largest number of triggers times days that one request may cover. Computing them takes less than half a second. */
const MAX_TRIGGER_DAYS = 1_000_000;

/** The fields that a trigger of type MANUAL stores although it never fires. */
export type KeptTimes = Pick<Schema<'Trigger'>, 'startDate' | 'timeZone'>;

/**
 * Selects the fields of a MANUAL trigger to store. Clients send them with every trigger, and compare the answer with them.
 * @rule triggers.set.manual
 */
export function keptTimesOf({ type, startDate, timeZone }: TriggerRequest): KeptTimes {
  return type === 'MANUAL' ? { ...(startDate && { startDate }), ...(timeZone && { timeZone }) } : {};
}

/** Returns whether triggers of the type fire at certain times. */
export const isTimeType = (type: TriggerRequest['type']): type is TriggerDefinition['type'] =>
  type !== 'MANUAL' && type !== 'WEBHOOK' && type !== 'MULTIPLE';

/**
 * With a schedule, a task or plan accepts only the trigger MULTIPLE. Without a schedule it does not accept that trigger.
 * @rule triggers.set.bound
 * @rule triggers.set.multiple
 */
export function requireScheduleType(type: TriggerRequest['type'], scheduled: boolean): void {
  if (scheduled && type !== 'MULTIPLE') {
    throw invalid(
      'schedule_bound',
      'A schedule is bound: unbind it with DELETE …/schedule first, or send the trigger MULTIPLE to keep it.',
    );
  }
  if (!scheduled && type === 'MULTIPLE') {
    throw invalid('schedule_missing', 'The trigger MULTIPLE stands for a schedule, and none is bound: bind one with PUT …/schedule.');
  }
}

/**
 * Converts a request to a time trigger. Refuses one that cannot be computed or that fires too often.
 * @rule triggers.set.time
 * @rule triggers.set.gap
 */
export function toOwnTrigger(request: TriggerRequest, type: TriggerDefinition['type'], now: number): TriggerDefinition {
  const fields = Object.fromEntries(TIME_FIELDS.map((name) => [name, withoutEmpty(request[name])]));
  const definition = toDefinition({ ...fields, name: OWN_TRIGGER, type }, now);
  requireTriggerFiveMinutesApart(definition, now);
  return definition;
}

/** Empty texts count as left out. */
function withoutEmpty(value: unknown): unknown {
  if (value === '') return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inner === '' ? undefined : inner]));
}

/**
 * Returns the values of the webhook that the trigger WEBHOOK needs, or refuses a trigger without them.
 * @rule triggers.webhook.name
 */
export function webhookOf({ webhook }: TriggerRequest): NonNullable<TriggerRequest['webhook']> {
  if (!webhook) throw invalid('trigger_invalid', 'The trigger WEBHOOK needs "webhook" with a name: send it.');
  return webhook;
}

/**
 * Requires that the caller may decide as whom the webhook runs, unless it runs as the same account as before.
 * @rule triggers.webhook.run-as-other
 */
export function requireRunAs({ id, may_decide: mayDecide }: { id: string; may_decide: boolean }, before: string | undefined): void {
  if (!mayDecide && id !== before)
    throw forbidden(
      'right_missing',
      'Naming another account as webhook.runAsUser needs the right MANAGE on the workspace: leave it out, or have a holder of MANAGE set the webhook.',
    );
}

/**
 * Refuses an account that may not run the task or plan.
 * @rule triggers.webhook.run-as-right
 */
export function requireRunnableBy({ login, may_run: mayRun }: { login: string; may_run: boolean }): void {
  if (!mayRun)
    throw invalid(
      'run_as_right_missing',
      `The webhook cannot run as '${login}': name an active user with EXECUTE on the workspace of the task or plan as webhook.runAsUser.`,
    );
}

/**
 * The tasks and plans of an environment can have webhooks only if its name consists of letters from A to Z, digits and _.
 * @rule triggers.webhook.environment
 */
export function requirePlainName(environment: string): void {
  if (!/^[A-Za-z0-9_]+$/.test(environment)) {
    throw invalid(
      'environment_name_unfit',
      `The environment '${environment}' cannot have webhooks: rename it, with letters from A to Z, digits and _ only.`,
    );
  }
}

/**
 * A task that a webhook starts declares the parameter for the payload. In a plan exactly one task of the first step declares it.
 * @rule triggers.webhook.parameter
 */
export function requirePayloadParameter(tasks: readonly string[], inPlan: boolean): void {
  if (tasks.length === 1) return;
  if (tasks.length === 0) {
    const missing = inPlan ? 'No task of the first step of the plan has' : 'The artifact of the task does not declare';
    throw invalid(
      'payload_parameter_missing',
      `${missing} the parameter ${PAYLOAD_PARAMETER}, which receives the payload of the calls: publish a version that declares it.`,
    );
  }
  throw invalid(
    'payload_parameter_twice',
    `In the first step of the plan ${tasks.map((name) => `'${name}'`).join(' and ')} declare the parameter ${PAYLOAD_PARAMETER}: only one task may declare it.`,
  );
}

/**
 * A request covers at most a million days, summed over its triggers.
 * @rule triggers.events.bound
 */
export function requireShortPeriod(triggers: number, from: number, to: number): void {
  if (triggers * ((to - from) / DAY) <= MAX_TRIGGER_DAYS) return;
  const days = Math.floor(MAX_TRIGGER_DAYS / triggers);
  throw invalid(
    'period_too_long',
    `The request covers ${triggers} triggers: ask for at most ${days} days, or filter by workspace, tag or runtime.`,
  );
}
