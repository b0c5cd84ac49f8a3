/** The rules of schedules and their triggers. */
import { isDeepStrictEqual } from 'node:util';
import { CronFault, firstConflict, readTrigger, withStart, TriggerFault, type Trigger, type TriggerDefinition } from '@millrace/calendar';
import { compileRegex } from '../../../core/base/linear-regex.ts';
import { conflict, forbidden, invalid, notFound } from '../../../core/base/problem.ts';
import type { Owner } from './trigger-rows.ts';

const MAX_TRIGGERS = 15;
/** The minimum number of milliseconds between two executions. */
const GAP = 5 * 60_000;
/** How many years ahead the fires are checked, and how long the period of a list of events may be. */
const YEARS = 5;
/** The largest compiled regular expression, in steps. The time is linear in the text, but larger ones still take too long for a list. */
const MAX_STEPS = 5_000;

/** The task or plan of a schedule; both are null for an orphan. */
type Binding = { task_id: string | null; plan_id: string | null };

/** Converts a trigger of a body to the definition to store, without nulls and with a start date. Refuses an invalid trigger. */
export function toDefinition(body: TriggerDefinition, now: number): TriggerDefinition {
  const definition = withStart(withoutNulls(body) as TriggerDefinition, now);
  requireValidTrigger(definition);
  return definition;
}

function requireValidTrigger(definition: TriggerDefinition): void {
  try {
    readTrigger(definition);
  } catch (error) {
    if (error instanceof CronFault) throw invalid('cron_malformed', `cronExpression is ${error.message}.`);
    if (error instanceof TriggerFault) throw invalid('trigger_invalid', `Trigger '${definition.name}': ${error.message}.`);
    throw error;
  }
}

const withoutNulls = (value: object): object =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null && inner !== undefined)
      .map(([key, inner]) => [key, typeof inner === 'object' && !Array.isArray(inner) ? withoutNulls(inner as object) : inner]),
  );

/**
 * A schedule has at most 15 triggers.
 * @rule schedules.3.room
 */
export function requireRoom(others: readonly TriggerDefinition[]): void {
  if (others.length >= MAX_TRIGGERS) {
    throw invalid(
      'too_many_triggers',
      `The schedule has ${others.length} triggers and may have at most ${MAX_TRIGGERS}: remove one first.`,
    );
  }
}

/**
 * The name of a new trigger is unique in its schedule.
 * @rule schedules.3.name
 */
export function requireNewName(trigger: TriggerDefinition, others: readonly TriggerDefinition[]): void {
  if (others.some(({ name }) => name === trigger.name))
    throw conflict(
      'trigger_name_taken',
      `The schedule has a trigger named '${trigger.name}': choose another name, or replace that one with PUT.`,
    );
}

/**
 * No two triggers of a schedule have the same definition.
 * @rule schedules.3.duplicate
 */
export function requireNoDuplicate(trigger: TriggerDefinition, others: readonly TriggerDefinition[]): void {
  const duplicate = others.find((other) => isDeepStrictEqual(comparable(other), comparable(trigger)));
  if (duplicate)
    throw conflict('trigger_duplicate', `Trigger '${duplicate.name}' of the schedule has the same definition as '${trigger.name}'.`);
}

const comparable = ({ name: _name, timeout: _timeout, timeZone = 'UTC', ...rest }: TriggerDefinition): object => ({ ...rest, timeZone });

/**
 * Executions of the schedule stay five minutes apart over the next five years.
 * @rule schedules.3.gap
 */
export function requireFiveMinutesApart(definitions: readonly TriggerDefinition[], now: number): void {
  const fault = gapFault(definitions.map(readTrigger), now);
  if (fault !== undefined) throw conflict('triggers_too_close', fault);
}

/**
 * The fires of a single trigger stay five minutes apart. Refuses with 400, because the documents have no 409 for the creation of a schedule or for run
 * configurations.
 */
export function requireTriggerFiveMinutesApart(definition: TriggerDefinition, now: number): void {
  const fault = gapFault([readTrigger(definition)], now);
  if (fault !== undefined) throw invalid('triggers_too_close', fault);
}

function gapFault(triggers: readonly Trigger[], now: number): string | undefined {
  const found = firstConflict(triggers, now, YEARS, GAP);
  if (!found) return undefined;
  const { first, second } = found;
  const subject =
    first.trigger.name === second.trigger.name
      ? `Trigger '${first.trigger.name}' fires`
      : `Triggers '${first.trigger.name}' and '${second.trigger.name}' fire`;
  const when = `${new Date(first.instant).toISOString()} and ${new Date(second.instant).toISOString()}`;
  return `${subject} less than 5 minutes apart: at ${when}. Move one of the times.`;
}

/**
 * Returns the other triggers of a schedule. Refuses if the schedule has no trigger with the name.
 * @rule schedules.replace.trigger
 */
export function othersOf(name: string, all: readonly TriggerDefinition[]): TriggerDefinition[] {
  const others = all.filter((trigger) => trigger.name !== name);
  if (others.length === all.length) throw notFound('Trigger', name);
  return others;
}

/**
 * A schedule that a task or plan uses cannot be deleted.
 * @rule schedules.delete.use
 */
export function requireOrphan({ task_id: task, plan_id: plan }: Binding): void {
  if (task !== null || plan !== null) throw conflict('schedule_in_use', 'A task or plan uses the schedule: unbind it there first.');
}

/**
 * A schedule is bound to at most one task or plan. Binding it again to the same one changes nothing.
 * @rule schedules.bind.once
 */
export function requireFreeFor({ task_id: task, plan_id: plan }: Binding, { taskId, planId }: Owner): void {
  if ((task !== null && task !== taskId) || (plan !== null && plan !== planId)) {
    throw forbidden('schedule_in_use', 'Another task or plan uses the schedule: unbind it there first, or bind a clone of it.');
  }
}

/** Returns the description of a clone for which the caller sends none. */
export const cloneDescription = (description: string | null): string => `copy of ${description ?? 'schedule'}`.slice(0, 4000);

/**
 * The period of a list of events does not end before it begins, and has at most five years.
 * @rule schedules.events.period
 */
export function requirePeriod(from: number, to: number): void {
  if (to < from) throw invalid('period_reversed', "'to' is before 'from': send a later 'to' or an earlier 'from'.");
  if (to - from > YEARS * 366 * 86_400_000) throw invalid('period_too_long', `The period is longer than ${YEARS} years: ask for less.`);
}

/**
 * Compiles the regular expression of a caller, or refuses it.
 * @rule filters.regex.linear
 */
export const matcherOf = (expression: string): ((text: string) => boolean) =>
  compileRegex(expression, { matches: 'part', mostSteps: MAX_STEPS }, (fault) => {
    if (fault.is === 'malformed')
      return invalid('malformed_expression', `descriptionFilter is not a regular expression in RE2 syntax: ${fault.message}`);
    return invalid('malformed_expression', 'descriptionFilter repeats too much: use smaller numbers in { }.');
  });
