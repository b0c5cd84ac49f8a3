/** Computes and stores the next fire times of triggers. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { TriggerDefinition } from './calendar/definition.ts';
import { nextInstant } from './calendar/instants.ts';
import { readTrigger } from './calendar/triggers.ts';
import { isOf, type Owner } from './owner.ts';

/** A schedule, task or plan, which has triggers. */
export type TriggerHolder = { scheduleId: string } | Owner;

/** Builds the condition that a trigger `g`, whose schedule is `s`, belongs to a schedule, task or plan. */
export const isTriggerOf = (holder: TriggerHolder): Sql =>
  'scheduleId' in holder ? sql`g.schedule_id = ${holder.scheduleId}` : sql`(${isOf(sql`g`, holder)} or ${isOf(sql`s`, holder)})`;

/**
 * Sets the next fire times of triggers that the caller has changed. Triggers of an orphan get none. Uses the clock of the database, because the
 * timer that fires triggers uses it too.
 * @rule schedules.4.edit
 */
export async function setNextFireTimes(tx: Tx, actor: Actor, holder: TriggerHolder): Promise<void> {
  const rows = await tx.rows<{ id: string; definition: TriggerDefinition; in_action: boolean; now: Date }>(sql`
    select g.id, g.definition, coalesce(g.task_id, g.plan_id, s.task_id, s.plan_id) is not null as in_action, now() as now
    from time_trigger g
    left join schedule s on s.id = g.schedule_id
    where ${isTriggerOf(holder)}
    order by g.id
    for update of g`);
  const due = rows.map(({ id, definition, in_action: inAction, now }) => ({
    id,
    at: (inAction && nextInstant(readTrigger(definition), now.getTime() + 1)) || null,
  }));
  await storeNextFireTimes(tx, due, actor);
}

/** Stores the next fire times of triggers, in epoch milliseconds. Also stores the actor as their author; without an actor the author stays. */
export const storeNextFireTimes = (
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
