/** What a caller says of a trigger. Whatever is null counts as left out. */
import type { Schema } from '@millrace/contract';
import { invalid, type Problem } from '../../../../core/base/problem.ts';

/** A trigger as the contract has it. */
export type TriggerDefinition = Schema<'ScheduleTrigger'>;

/** The refusal of a trigger that cannot be computed: the field, and what to do about it. */
export const unusable = (trigger: TriggerDefinition, field: string, what: string): Problem =>
  invalid('trigger_invalid', `Trigger '${trigger.name}': ${field} ${what}.`);

/** A value that must be there. */
export function needed<Value>(trigger: TriggerDefinition, field: string, value: Value | null | undefined, why: string): Value {
  if (value === null || value === undefined) throw unusable(trigger, field, `is missing: ${why}`);
  return value;
}
