/** Time triggers, as callers define them. A field that is null counts as left out. */
import type { Schema } from '@millrace/contract';
import { invalid, type Problem } from '../../../../core/base/problem.ts';

/** A time trigger in the form of the contract. */
export type TriggerDefinition = Schema<'ScheduleTrigger'>;

/** Builds the refusal of an invalid trigger: the field, what is wrong with it, and what to do. */
export const unusable = (trigger: TriggerDefinition, field: string, fault: string): Problem =>
  invalid('trigger_invalid', `Trigger '${trigger.name}': ${field} ${fault}.`);

/** Returns the value of a required field, or throws a refusal that says why the field is needed. */
export function required<Value>(trigger: TriggerDefinition, field: string, value: Value | null | undefined, why: string): Value {
  if (value === null || value === undefined) throw unusable(trigger, field, `is missing: ${why}`);
  return value;
}
