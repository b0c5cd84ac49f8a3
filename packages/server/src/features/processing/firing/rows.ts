/** The statements about due triggers and the instants that have fired. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { json, type Sql, sql } from '../../../core/database/sql.ts';
import type { TriggerDefinition } from '../../orchestration/schedules/index.ts';

/** The options of a poll: the most triggers, a condition on them, the moment (only tests set it), and whether instants may have fired before. */
export type DuePoll = { most: number; only?: Sql; at?: Date; again?: boolean };

/** A due trigger and what it starts: a task, a plan, or nothing if its schedule is an orphan. */
export type DueTrigger = {
  id: string;
  definition: TriggerDefinition;
  next_at: Date;
  task_id: string | null;
  plan_id: string | null;
  tenant_id: string;
  set_by_id: string;
  set_by_type: Schema<'UserType'>;
  now: Date;
};

/** Locks due triggers, the longest due first, without those that another process has locked. */
export const selectDue = (tx: Tx, { most, only, at }: DuePoll): Promise<DueTrigger[]> =>
  tx.rows(sql`
    select g.id, g.definition, g.next_at, coalesce(g.task_id, s.task_id) as task_id, coalesce(g.plan_id, s.plan_id) as plan_id, g.set_by_id,
           g.set_by_type, coalesce(${at ?? null}::timestamptz, now()) as now,
           coalesce(s.tenant_id, (select tenant_id from task where id = g.task_id), (select tenant_id from plan where id = g.plan_id)) as tenant_id
    from time_trigger g
    left join schedule s on s.id = g.schedule_id
    where g.next_at <= coalesce(${at ?? null}::timestamptz, now())
      and ${only ?? sql`true`}
    order by g.next_at, g.id
    limit ${most}
    for update of g ${only ? sql`` : sql`skip locked`}`);

/** Selects those of the instants that have fired before. */
export const selectFired = (tx: Tx, instants: readonly Omit<Fired, 'executionId'>[]): Promise<Omit<Fired, 'executionId'>[]> =>
  tx.rows(sql`
    select f.trigger_id as "triggerId", (extract(epoch from f.due_at) * 1000)::float8 as "dueAt"
    from json_to_recordset(${json(instants)}::json) as i ("triggerId" uuid, "dueAt" double precision)
    join fired_instant f on f.trigger_id = i."triggerId" and f.due_at = to_timestamp(i."dueAt" / 1000)`);

/**
 * Deletes keys of instants that fired long ago, and returns their number.
 * @rule schedules.fire.forget
 */
export const forgetFired = async (tx: Tx, keptHours: number, most: number): Promise<number> => {
  const forgotten = await tx.rows(sql`
    delete from fired_instant
    where (trigger_id, due_at) in (
      select trigger_id, due_at
      from fired_instant
      where fired_at < now() - make_interval(hours => ${keptHours}::int)
      order by fired_at
      limit ${most}
      for update skip locked)
    returning trigger_id`);
  return forgotten.length;
};

/** A due instant and the record that it left. */
export type Fired = { triggerId: string; dueAt: number; executionId: string };

/** Stores the records of due instants. */
export const insertFired = (tx: Tx, fired: readonly Fired[]): Promise<unknown> =>
  tx.rows(sql`
    insert into fired_instant (trigger_id, due_at, execution_id)
    select "triggerId", to_timestamp("dueAt" / 1000), "executionId"
    from json_to_recordset(${json(fired)}::json) as f ("triggerId" uuid, "dueAt" double precision, "executionId" uuid)`);
