/** The statements about the triggers of schedules. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import { json, sql } from '../../../core/database/sql.ts';

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
export const deleteTrigger = async (tx: Tx, schedule: string, name: string): Promise<boolean> => {
  const row = await tx.one(sql`
    delete from time_trigger
    where schedule_id = ${schedule}
      and name = ${name}
    returning id`);
  return row !== undefined;
};
