/** The statements about the triggers of tasks and plans. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight, inWorkspace } from '../../security/held/index.ts';
import { isOf, type Owner, type TriggerDefinition } from '../schedules/index.ts';

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
export const findTrigger = (tx: Tx, actor: Actor, owner: Owner): Promise<TriggerRow> =>
  (owner.taskId === undefined ? plansWithTrigger : tasksWithTrigger).find(tx, actor, owner.taskId ?? owner.planId ?? '', {
    columns: sql`${triggerColumns}, case when ${holdsRight(actor, 'EXECUTE')} then h.secret end as secret`,
    joins: sql`
      left join schedule s on ${isOf(sql`s`, owner)}
      left join time_trigger g on ${isOf(sql`g`, owner)}
      left join webhook_trigger h on ${isOf(sql`h`, owner)}
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
    select exists (select from schedule s where ${isOf(sql`s`, owner)}) as scheduled, e.name as environment
    from environment e
    where e.id = ${environment}`);
