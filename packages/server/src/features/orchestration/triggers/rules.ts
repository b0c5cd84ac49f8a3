/** The rules of what starts tasks and plans. */
import type { Schema } from '@millrace/contract';
import { invalid } from '../../../core/base/problem.ts';
import { isApartFromItself, toDefinition, type TriggerDefinition } from '../schedules/index.ts';

/** What a caller sets as the trigger of a run configuration. */
export type TriggerRequest = Schema<'TriggerRequest'>;

/** What the trigger of a run configuration is called where its events are listed. */
export const OWN_TRIGGER = 'run-config';

/** The parameter in which a job gets what came in by a webhook. */
export const PAYLOAD_PARAMETER = 'resource_webhook_payload';

const TIME_FIELDS = ['interval', 'startDate', 'startTime', 'timeZone', 'atTimes', 'atDays', 'cronExpression'] as const;
const DAY = 86_400_000;
/** So many local days are counted in less than half a second. */
const MOST_TRIGGER_DAYS = 1_000_000;

/** What a trigger MANUAL keeps of what was sent with it, though it fires at no time. */
export type KeptTimes = Pick<Schema<'Trigger'>, 'startDate' | 'timeZone'>;

/**
 * Clients send both with every trigger, and compare what they read with it.
 * @rule triggers.set.manual
 */
export function keptTimesOf({ type, startDate, timeZone }: TriggerRequest): KeptTimes {
  return type === 'MANUAL' ? { ...(startDate && { startDate }), ...(timeZone && { timeZone }) } : {};
}

/** Whether the type is one that fires by the clock. */
export const isTimeType = (type: TriggerRequest['type']): type is TriggerDefinition['type'] =>
  type !== 'MANUAL' && type !== 'WEBHOOK' && type !== 'MULTIPLE';

/**
 * While a schedule is bound, the run configuration shows MULTIPLE and takes nothing else; without one it does not take that.
 * @rule triggers.set.bound
 * @rule triggers.set.multiple
 */
export function fitsSchedule(type: TriggerRequest['type'], scheduled: boolean): void {
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
 * A time trigger as it is kept, computable and not too close to itself.
 * @rule triggers.set.time
 * @rule triggers.set.gap
 */
export function toOwnTrigger(request: TriggerRequest, type: TriggerDefinition['type'], now: number): TriggerDefinition {
  const fields = Object.fromEntries(TIME_FIELDS.map((name) => [name, withoutEmpty(request[name])]));
  const definition = toDefinition({ ...fields, name: OWN_TRIGGER, type }, now);
  isApartFromItself(definition, now);
  return definition;
}

/** Empty texts count as left out. */
function withoutEmpty(value: unknown): unknown {
  if (value === '') return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inner === '' ? undefined : inner]));
}

/**
 * A webhook comes with what is set of it.
 * @rule triggers.webhook.name
 */
export function webhookOf({ webhook }: TriggerRequest): NonNullable<TriggerRequest['webhook']> {
  if (!webhook) throw invalid('trigger_invalid', 'The trigger WEBHOOK needs "webhook" with a name: give it.');
  return webhook;
}

/**
 * Webhooks are for environments with a plain name.
 * @rule triggers.webhook.environment
 */
export function isPlainName(environment: string): void {
  if (!/^[A-Za-z0-9_]+$/.test(environment)) {
    throw invalid(
      'environment_name_unfit',
      `The environment '${environment}' cannot have webhooks: rename it, with letters from A to Z, digits and _ only.`,
    );
  }
}

/**
 * A job that a webhook starts has a parameter for what comes in; of a plan, one task of its first step has.
 * @rule triggers.webhook.parameter
 */
export function takesPayload(jobs: readonly string[], inPlan: boolean): void {
  if (jobs.length === 1) return;
  if (jobs.length === 0) {
    const missing = inPlan ? 'No task of the first step of the plan has' : 'The artifact of the task does not declare';
    throw invalid(
      'payload_parameter_missing',
      `${missing} the parameter ${PAYLOAD_PARAMETER}, which gets what the calls bring: publish a version that declares it.`,
    );
  }
  throw invalid(
    'payload_parameter_twice',
    `Of the first step of the plan ${jobs.map((name) => `'${name}'`).join(' and ')} declare the parameter ${PAYLOAD_PARAMETER}: leave it to one of them.`,
  );
}

/**
 * What is counted stays within what one request may cost.
 * @rule triggers.events.bound
 */
export function isCountable(triggers: number, from: number, to: number): void {
  if (triggers * ((to - from) / DAY) <= MOST_TRIGGER_DAYS) return;
  const days = Math.floor(MOST_TRIGGER_DAYS / triggers);
  throw invalid('period_too_long', `${triggers} triggers count: ask for ${days} days at most, or for fewer workspaces, tags or runtimes.`);
}
