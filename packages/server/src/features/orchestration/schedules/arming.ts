/** When triggers are due next: the column on which the firing works. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { TriggerDefinition } from './calendar/definition.ts';
import { nextInstant } from './calendar/instants.ts';
import { readTrigger } from './calendar/triggers.ts';
import { isOf, type Owner } from './owner.ts';

/** A place whose triggers count together. */
export type TriggerPlace = { scheduleId: string } | Owner;

/** Whether a trigger `g`, with its schedule `s` if it has one, counts for the place. */
export const countsFor = (place: TriggerPlace): Sql =>
  'scheduleId' in place ? sql`g.schedule_id = ${place.scheduleId}` : sql`(${isOf(sql`g`, place)} or ${isOf(sql`s`, place)})`;

/**
 * Sets when the triggers of a place are due next, after the caller has changed them; those of an orphan rest. By the clock of the database, which is
 * the one that fires them.
 * @rule schedules.4.edit
 */
export async function armTriggers(tx: Tx, actor: Actor, place: TriggerPlace): Promise<void> {
  const rows = await tx.rows<{ id: string; definition: TriggerDefinition; in_action: boolean; now: Date }>(sql`
    select g.id, g.definition, coalesce(g.task_id, g.plan_id, s.task_id, s.plan_id) is not null as in_action, now() as now
    from time_trigger g
    left join schedule s on s.id = g.schedule_id
    where ${countsFor(place)}
    order by g.id
    for update of g`);
  const due = rows.map(({ id, definition, in_action: inAction, now }) => ({
    id,
    at: (inAction && nextInstant(readTrigger(definition), now.getTime() + 1)) || null,
  }));
  await setNext(tx, due, actor);
}

/** Writes when triggers are due next; without somebody who set them, in the name of whom they have. */
export const setNext = (
  tx: Tx,
  due: readonly { id: string; at: number | null }[],
  actor?: Pick<Actor, 'id' | 'userType'>,
): Promise<unknown> =>
  tx.rows(sql`
    update time_trigger g
    set next_at = to_timestamp(n.at / 1000),
        set_by_id = coalesce(${actor?.id ?? null}::uuid, g.set_by_id),
        set_by_type = coalesce(${actor?.userType ?? null}::text, g.set_by_type)
    from json_to_recordset(${json(due)}::json) as n (id uuid, at double precision)
    where g.id = n.id`);
