/** The statements about own triggers, which belong to a task or plan and not to a schedule. */
import type { Tx } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import { json, sql, type Sql } from '../../../core/database/sql.ts';
import { isOf, type TriggerDefinition, type Owner } from '../schedules/index.ts';

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

/**
 * Sets the time trigger of a task or plan. An existing trigger keeps its row, which the records of its earlier fires name.
 * @rule triggers.set.same
 */
export const saveTimeTrigger = (tx: Tx, { taskId, planId }: Owner, definition: TriggerDefinition): Promise<unknown> =>
  tx.rows(sql`
    insert into time_trigger (id, task_id, plan_id, name, definition)
    values (${newId()}, ${taskId ?? null}, ${planId ?? null}, ${definition.name}, ${json(definition)})
    on conflict (${taskId === undefined ? sql`plan_id` : sql`task_id`}) do update
    set definition = excluded.definition`);

/** Deletes the own time trigger of a task or plan. */
export const removeTimeTrigger = (tx: Tx, owner: Owner): Promise<unknown> =>
  tx.rows(sql`
    delete from time_trigger g
    where ${isOf(sql`g`, owner)}`);

/** Deletes the webhook of a task or plan. Calls of its URL are then refused. */
export const removeWebhook = (tx: Tx, owner: Owner): Promise<unknown> =>
  tx.rows(sql`
    delete from webhook_trigger h
    where ${isOf(sql`h`, owner)}`);
