/** Time triggers, as callers define them, and what may be wrong with them. A field that is null counts as left out. */
import type { Schema } from '@millrace/contract';

/** A time trigger in the form of the contract. */
export type TriggerDefinition = Schema<'ScheduleTrigger'>;

/** A trigger is invalid. The message names the field, what is wrong with it, and what to do, without a full stop. */
export class TriggerFault extends Error {}

/**
 * The cron expression of a trigger is malformed at the index `at`, or, without `at`, well-formed but without a day. The message has the position of a
 * fault, counted from 1, and says what is wrong.
 */
export class CronFault extends TriggerFault {
  constructor(at: number | undefined, fault: string) {
    super(`${at === undefined ? 'unusable' : `malformed at position ${at + 1}`}: ${fault}`);
  }
}

/** Builds the fault of a field. */
export const fieldFault = (field: string, fault: string): TriggerFault => new TriggerFault(`${field} ${fault}`);

/** Returns the value of a required field, or throws a fault that says why the field is needed. */
export function requireField<Value>(field: string, value: Value | null | undefined, why: string): Value {
  if (value === null || value === undefined) throw fieldFault(field, `is missing: ${why}`);
  return value;
}
