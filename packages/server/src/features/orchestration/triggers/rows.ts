/** The statements about the triggers of tasks and plans, and how a trigger is shown. */
import type { TriggerDefinition } from '@millrace/calendar';
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight, inWorkspace } from '../../security/held/index.ts';
import { belongsTo, type Owner } from '../schedules/index.ts';
import type { KeptTimes } from './rules.ts';
import { webhookSecretContext } from './webhooks.ts';

/** The row of the trigger of a task or plan. */
type TriggerRow = {
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
const triggerColumns: Sql = sql`
  s.id is not null as scheduled, g.definition, h.id as webhook_id, h.name as webhook_name, h.description, h.trigger_calls, h.trigger_timeout,
  h.execution_timeout_minutes, r.login as run_as, r.user_type as run_as_type`;

/** The guards of the tasks and the plans `o`. */
const tasksWithTrigger = inWorkspace({ noun: 'Task', table: sql`task`, alias: sql`o` });
const plansWithTrigger = inWorkspace({ noun: 'Plan', table: sql`plan`, alias: sql`o` });

/**
 * Finds the trigger of a task or plan that the actor may read. Returns the secret of a webhook only if the actor holds EXECUTE.
 * @rule triggers.webhook.shown
 */
const findTrigger = (tx: Tx, actor: Actor, owner: Owner): Promise<TriggerRow> =>
  (owner.taskId === undefined ? plansWithTrigger : tasksWithTrigger).find(tx, actor, owner.taskId ?? owner.planId ?? '', {
    columns: sql`${triggerColumns}, case when ${holdsRight(actor, 'EXECUTE')} then h.secret end as secret`,
    joins: sql`
      left join schedule s on ${belongsTo(sql`s`, owner)}
      left join time_trigger g on ${belongsTo(sql`g`, owner)}
      left join webhook_trigger h on ${belongsTo(sql`h`, owner)}
      left join account r on r.id = h.run_as_id`,
  });

/**
 * Builds the condition that the actor may see the task or plan `o` of the workspace `w`.
 * @rule triggers.events.visible
 */
export const visibleOwners = tasksWithTrigger.visible;

/**
 * Builds the condition that the trigger of the task `t` has the type. Its subqueries do not depend on `t`, so that each runs only once.
 * @rule triggers.get.type
 */
export function hasTriggerType(type: string): Sql {
  const scheduled = sql`select s.task_id from schedule s where s.task_id is not null`;
  const timed = sql`select g.task_id from time_trigger g where g.task_id is not null`;
  const called = sql`select h.task_id from webhook_trigger h where h.task_id is not null`;
  switch (type) {
    case 'MULTIPLE':
      return sql`t.id in (${scheduled})`;
    case 'WEBHOOK':
      return sql`t.id in (${called}) and t.id not in (${scheduled}) and t.id not in (${timed})`;
    case 'MANUAL':
      return sql`t.id not in (${scheduled}) and t.id not in (${timed}) and t.id not in (${called})`;
    default:
      return sql`t.id in (${timed} and g.definition ->> 'type' = ${type}) and t.id not in (${scheduled})`;
  }
}

/** Selects whether a task or plan has a schedule, and the name of its environment. */
export const selectScheduling = (tx: Tx, owner: Owner, environment: string): Promise<{ scheduled: boolean; environment: string }> =>
  tx.only(sql`
    select exists (select from schedule s where ${belongsTo(sql`s`, owner)}) as scheduled, e.name as environment
    from environment e
    where e.id = ${environment}`);

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
      ...presentFields({ description: row.description, triggerCalls: row.trigger_calls, triggerTimeout: row.trigger_timeout }),
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
