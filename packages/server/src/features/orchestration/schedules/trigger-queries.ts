/** The statements about the triggers of schedules. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { TriggerDefinition } from './calendar/definition.ts';
import { isOf, type Owner } from './owner.ts';

type Definition = Schema<'ScheduleTrigger'>;

/** Selects the triggers of a schedule, in the order of their creation. */
export const selectTriggers = async (tx: Tx, schedule: string): Promise<Definition[]> => {
  const rows = await tx.rows<{ definition: Definition }>(sql`
    select definition
    from time_trigger
    where schedule_id = ${schedule}
    order by created_at, id`);
  return rows.map((row) => row.definition);
};

/** Adds a trigger. */
export const insertTrigger = (tx: Tx, schedule: string, trigger: Definition): Promise<unknown> =>
  tx.rows(sql`
    insert into time_trigger (id, schedule_id, name, definition)
    values (${newId()}, ${schedule}, ${trigger.name}, ${json(trigger)})`);

/** Replaces the definition of a trigger. */
export const updateTrigger = (tx: Tx, schedule: string, trigger: Definition): Promise<unknown> =>
  tx.rows(sql`
    update time_trigger
    set definition = ${json(trigger)}
    where schedule_id = ${schedule}
      and name = ${trigger.name}`);

/** Deletes a trigger. Returns whether the schedule had one with that name. */
export const deleteTrigger = (tx: Tx, schedule: string, name: string): Promise<boolean> =>
  tx.any(sql`
    delete from time_trigger
    where schedule_id = ${schedule}
      and name = ${name}
    returning id`);

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

/** Makes the actor the account of time triggers that still have the former account, and returns them. */
export const takeTimeTriggers = (tx: Tx, actor: Actor, triggers: readonly { id: string; account: string }[]): Promise<{ id: string }[]> =>
  tx.rows(sql`
    update time_trigger g
    set set_by_id = ${actor.id},
        set_by_type = ${actor.userType}
    from (
      select locked.id
      from json_to_recordset(${json(triggers)}::json) as t (id uuid, account uuid)
      join time_trigger locked on locked.id = t.id and locked.set_by_id = t.account
      order by locked.id
      for no key update of locked) taken
    where g.id = taken.id
    returning g.id`);
