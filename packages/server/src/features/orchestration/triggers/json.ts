/** Converts triggers of tasks and plans to JSON. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { TriggerDefinition } from '../schedules/index.ts';
import type { KeptTimes } from './rules.ts';

/** The row of the trigger of a task or plan. */
export type TriggerRow = {
  scheduled: boolean;
  definition: TriggerDefinition | null;
  webhook_id: string | null;
  webhook_name: string;
  description: string | null;
  trigger_calls: number | null;
  trigger_timeout: number | null;
  execution_timeout_minutes: number | null;
  run_as: string;
  run_as_type: Schema<'UserType'>;
  /** The encrypted secret of a webhook; null if the caller may not see it. */
  secret: Buffer | null;
};

/** The columns of `TriggerRow` except the secret, for statements with the aliases `s`, `g`, `h` and `r`. */
export const triggerColumns: Sql = sql`
  s.id is not null as scheduled, g.definition, h.id as webhook_id, h.name as webhook_name, h.description, h.trigger_calls, h.trigger_timeout,
  h.execution_timeout_minutes, r.login as run_as, r.user_type as run_as_type`;

/**
 * Converts a row to a trigger. Both run configurations of a task show the same trigger.
 * @rule triggers.get.type
 */
export function toTriggerJson(row: TriggerRow, urlOf: (webhook: string, secret: Buffer) => string): Schema<'Trigger'> {
  if (row.scheduled) return { type: 'MULTIPLE' };
  if (row.definition) return withoutName(row.definition);
  if (row.webhook_id === null) return { type: 'MANUAL' };
  return {
    type: 'WEBHOOK',
    webhook: {
      name: row.webhook_name,
      ...(row.description !== null && { description: row.description }),
      ...(row.trigger_calls !== null && { triggerCalls: row.trigger_calls }),
      ...(row.trigger_timeout !== null && { triggerTimeout: row.trigger_timeout }),
      runAsUser: row.run_as,
      runAsUserType: row.run_as_type,
      ...(row.execution_timeout_minutes !== null && { executionTimeout: row.execution_timeout_minutes }),
      ...(row.secret !== null && { url: urlOf(row.webhook_id, row.secret) }),
    },
  };
}

/** Adds the stored times of a run configuration to a trigger of type MANUAL. */
export const withKeptTimes = (trigger: Schema<'Trigger'>, kept: KeptTimes | undefined): Schema<'Trigger'> =>
  trigger.type === 'MANUAL' ? { ...trigger, ...kept } : trigger;

/** The trigger of a run configuration has no name in the API. */
const withoutName = ({ name: _name, ...rest }: TriggerDefinition): Schema<'Trigger'> => rest as Schema<'Trigger'>;
