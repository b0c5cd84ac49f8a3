/** The trigger of a task or plan, as the answers of its run configurations show it. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { Owner, TriggerDefinition } from '../schedules/index.ts';
import { findTrigger, type TriggerRow } from './rows.ts';
import type { KeptTimes } from './rules.ts';
import { webhookSecretContext } from './webhooks.ts';

/** The parts of a call that `showTrigger` needs. */
type TriggerViewContext = Pick<Platform, 'secrets'> & { settings: Pick<Platform['settings'], 'publicUrl'> } & { tx: Tx; actor: Actor };

/** Reads the trigger of a task or plan as JSON. Callers must have found the task or plan before. */
export async function showTrigger(
  { tx, actor, secrets, settings: { publicUrl } }: TriggerViewContext,
  owner: Owner,
): Promise<Schema<'Trigger'>> {
  const row = await findTrigger(tx, actor, owner);
  return toTriggerJson(row, (id, secret) => `${publicUrl()}/webhooks/triggers/${secrets.decrypt(secret, webhookSecretContext(id))}`);
}

/**
 * Converts a row to a trigger. Both run configurations of a task show the same trigger.
 * @rule triggers.get.type
 */
function toTriggerJson(row: TriggerRow, urlOf: (webhook: string, secret: Buffer) => string): Schema<'Trigger'> {
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
