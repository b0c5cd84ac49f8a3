/** The rules of schedules and their triggers. */
import { isDeepStrictEqual } from 'node:util';
import { RE2JS, RE2JSException } from 're2js';
import { conflict, forbidden, invalid, notFound, Problem } from '../../../core/base/problem.ts';
import { firstConflict } from './calendar/conflicts.ts';
import type { TriggerDefinition } from './calendar/definition.ts';
import { readTrigger, withStart, type Trigger } from './calendar/triggers.ts';
import type { Owner } from './owner.ts';

const MOST_TRIGGERS = 15;
/** Milliseconds between two executions. */
const GAP = 5 * 60_000;
const YEARS = 5;
/** Programs of a regular expression beyond this many steps take too long for a list, linear though they are. */
const MOST_STEPS = 5_000;

/** What a schedule runs, if anything. */
type Binding = { task_id: string | null; plan_id: string | null };

/** A trigger as it is kept: nothing that is null, and with the day from which it counts. */
export function toDefinition(body: TriggerDefinition, now: number): TriggerDefinition {
  const kept = withStart(withoutNulls(body) as TriggerDefinition, now);
  readTrigger(kept);
  return kept;
}

const withoutNulls = (value: object): object =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null && inner !== undefined)
      .map(([key, inner]) => [key, typeof inner === 'object' && !Array.isArray(inner) ? withoutNulls(inner as object) : inner]),
  );

/**
 * A schedule holds at most 15 triggers.
 * @rule schedules.3.room
 */
export function hasRoom(others: readonly TriggerDefinition[]): void {
  if (others.length >= MOST_TRIGGERS) {
    throw invalid('too_many_triggers', `The schedule has ${others.length} triggers and holds ${MOST_TRIGGERS} at most: remove one first.`);
  }
}

/**
 * A trigger is not added under a name that the schedule has.
 * @rule schedules.3.name
 */
export function isNewName(trigger: TriggerDefinition, others: readonly TriggerDefinition[]): void {
  if (others.some(({ name }) => name === trigger.name)) throw nameTaken(trigger.name);
}

const nameTaken = (name: string): Problem =>
  conflict('trigger_name_taken', `The schedule has a trigger named '${name}': choose another name, or replace that one with PUT.`);

/**
 * No two triggers say the same under two names.
 * @rule schedules.3.duplicate
 */
export function isNoDuplicate(trigger: TriggerDefinition, others: readonly TriggerDefinition[]): void {
  const twin = others.find((other) => isDeepStrictEqual(meaning(other), meaning(trigger)));
  if (twin) throw conflict('trigger_duplicate', `Trigger '${twin.name}' of the schedule has the same definition as '${trigger.name}'.`);
}

const meaning = ({ name: _name, timeout: _timeout, timeZone = 'UTC', ...rest }: TriggerDefinition): object => ({ ...rest, timeZone });

/**
 * Executions of the schedule stay five minutes apart over the next five years.
 * @rule schedules.3.gap
 */
export function keepsFiveMinutesApart(definitions: readonly TriggerDefinition[], now: number): void {
  const found = tooClose(definitions.map(readTrigger), now);
  if (found !== undefined) throw conflict('triggers_too_close', found);
}

/** The first trigger of a schedule is not too close to itself; the documents have no 409 where schedules are created. */
export function isApartFromItself(definition: TriggerDefinition, now: number): void {
  const found = tooClose([readTrigger(definition)], now);
  if (found !== undefined) throw invalid('triggers_too_close', found);
}

function tooClose(triggers: readonly Trigger[], now: number): string | undefined {
  const found = firstConflict(triggers, now, YEARS, GAP);
  if (!found) return undefined;
  const { first, second } = found;
  const who =
    first.trigger.name === second.trigger.name
      ? `Trigger '${first.trigger.name}' fires`
      : `Triggers '${first.trigger.name}' and '${second.trigger.name}' fire`;
  const when = `${new Date(first.instant).toISOString()} and ${new Date(second.instant).toISOString()}`;
  return `${who} less than 5 minutes apart: at ${when}. Move one of the times.`;
}

/**
 * The trigger that is to be replaced exists; answers the other ones.
 * @rule schedules.replace.trigger
 */
export function othersOf(name: string, all: readonly TriggerDefinition[]): TriggerDefinition[] {
  const others = all.filter((one) => one.name !== name);
  if (others.length === all.length) throw notFound('Trigger', name);
  return others;
}

/**
 * A schedule in action stays.
 * @rule schedules.delete.use
 */
export function isOrphan({ task_id: task, plan_id: plan }: Binding): void {
  if (task !== null || plan !== null) throw conflict('schedule_in_use', 'A task or plan uses the schedule: unbind it there first.');
}

/**
 * A schedule runs one task or plan; binding it again to the same one changes nothing.
 * @rule schedules.bind.once
 */
export function isFreeFor({ task_id: task, plan_id: plan }: Binding, { taskId, planId }: Owner): void {
  if ((task !== null && task !== taskId) || (plan !== null && plan !== planId)) {
    throw forbidden('schedule_in_use', 'Another task or plan uses the schedule: unbind it there first, or bind a clone of it.');
  }
}

/** A description for a clone that was given none. */
export const cloneDescription = (description: string | null): string => `copy of ${description ?? 'schedule'}`.slice(0, 4000);

/**
 * The period of a simulation.
 * @rule schedules.events.period
 */
export function isPeriod(from: number, to: number): void {
  if (to < from) throw invalid('period_reversed', "'to' lies before 'from'.");
  if (to - from > YEARS * 366 * 86_400_000) throw invalid('period_too_long', `The period is longer than ${YEARS} years: ask for less.`);
}

/**
 * Compiles a caller's regular expression on an engine that needs time in proportion to the text only.
 * @rule filters.regex.linear
 */
export function matcherOf(expression: string): (text: string) => boolean {
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(expression);
  } catch (cause) {
    if (!(cause instanceof RE2JSException)) throw cause;
    throw invalid('malformed_expression', `descriptionFilter is no regular expression in RE2 syntax: ${cause.message}`);
  }
  if (compiled.programSize() > MOST_STEPS) {
    throw invalid('malformed_expression', 'descriptionFilter repeats too much: use smaller numbers in { }.');
  }
  return (text) => compiled.matcher(text).find();
}
