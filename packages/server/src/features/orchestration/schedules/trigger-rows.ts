/** The statements about the time triggers of schedules, tasks and plans, and about their next fire times. */
import { nextInstant, readTrigger, type TriggerDefinition } from '@millrace/calendar';
import type { Schema } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { json, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { domainEvent } from '../../../core/events/domain-events.ts';
import type { Actor } from '../../../identity/actor.ts';

/** A task or a plan. */
export type Owner = { taskId: string; planId?: undefined } | { planId: string; taskId?: undefined };

/** Builds the condition that a row of the table `alias`, which has the columns task_id and plan_id, belongs to the task or plan. */
export const belongsTo = (alias: Sql, { taskId, planId }: Owner): Sql =>
  taskId === undefined ? sql`${alias}.plan_id = ${planId}` : sql`${alias}.task_id = ${taskId}`;

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
    where ${belongsTo(sql`g`, owner)}`);

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

/** A schedule, task or plan, which has triggers. */
type TriggerHolder = { scheduleId: string } | Owner;

/** The triggers of a schedule, task or plan are about to change. The old triggers must still fire at the instants that are already due. */
export const triggersChanging = domainEvent<TriggerHolder>('triggers-changing');

/** Builds the condition that a trigger `g`, whose schedule is `s`, belongs to a schedule, task or plan. */
export const isTriggerOf = (holder: TriggerHolder): Sql =>
  'scheduleId' in holder ? sql`g.schedule_id = ${holder.scheduleId}` : sql`(${belongsTo(sql`g`, holder)} or ${belongsTo(sql`s`, holder)})`;

/** Builds the value of the next start of a task or plan by its own trigger or by those of its schedule; null if there is none. `id` is its id. */
export function nextStartOf(kind: 'task' | 'plan', id: Sql): Sql {
  const owned = kind === 'task' ? sql`task_id` : sql`plan_id`;
  return sql`
    least(
      (select g.next_at
       from time_trigger g
       where g.${owned} = ${id}),
      (select min(g.next_at)
       from schedule s
       join time_trigger g on g.schedule_id = s.id
       where s.${owned} = ${id}))`;
}

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

/** Stores the next fire times of triggers, in epoch milliseconds. Also stores the actor as their account; without an actor the account stays. */
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
