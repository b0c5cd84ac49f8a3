/** The statements about schedules. */
import type { Tx } from '../../../core/database/db.ts';
import { pageOf, selectPage, type Page, type PageQuery } from '../../../core/http/paging.ts';
import { and, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { scheduleColumns, type ScheduleRow } from './json.ts';
import { listedSchedules } from './list-access.ts';
import { isOf, type Owner } from './owner.ts';

/** Adds a schedule without a task or plan. */
export const insertSchedule = (
  tx: Tx,
  schedule: { id: string; tenant: string; environment: string; description: string | null },
): Promise<unknown> =>
  tx.rows(sql`
    insert into schedule (id, tenant_id, environment_id, description)
    values (${schedule.id}, ${schedule.tenant}, ${schedule.environment}, ${schedule.description})`);

/** Changes the description of a schedule. */
export const updateDescription = (tx: Tx, id: string, description: string | null): Promise<unknown> =>
  tx.rows(sql`
    update schedule
    set description = ${description},
        updated_at = now()
    where id = ${id}`);

/** Deletes a schedule with its triggers. */
export const deleteScheduleRow = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from schedule
    where id = ${id}`);

/** Binds a schedule to a task or plan. */
export const setOwner = (tx: Tx, id: string, { taskId, planId }: Owner): Promise<unknown> =>
  tx.rows(sql`
    update schedule
    set task_id = ${taskId ?? null},
        plan_id = ${planId ?? null},
        updated_at = now()
    where id = ${id}`);

/** Unbinds the schedule of a task or plan, unless it is `except`. Returns whether it unbound one. */
export const clearOwner = (tx: Tx, owner: Owner, except: string | null = null): Promise<boolean> =>
  tx.any(sql`
    update schedule s
    set task_id = null,
        plan_id = null,
        updated_at = now()
    where ${isOf(sql`s`, owner)}
      and s.id is distinct from ${except}
    returning s.id`);

/** The filters of a list of schedules. */
export type ScheduleFilter = { environmentId?: string | undefined; onlyBound?: boolean | undefined };

/**
 * @rule schedules.list.environment
 * @rule schedules.list.bound
 */
async function conditionOf(tx: Tx, actor: Actor, { environmentId, onlyBound }: ScheduleFilter): Promise<Sql> {
  const conditions = [await listedSchedules(tx, actor)];
  if (environmentId !== undefined) conditions.push(sql`s.environment_id = ${environmentId}`);
  if (onlyBound) conditions.push(sql`(s.task_id is not null or s.plan_id is not null)`);
  return and(conditions);
}

/** Selects a page of schedules, oldest first. */
export const selectSchedules = async (tx: Tx, actor: Actor, filter: ScheduleFilter & PageQuery): Promise<Page<ScheduleRow>> =>
  selectPage(tx, {
    id: sql`s.id`,
    from: sql`schedule s`,
    where: await conditionOf(tx, actor, filter),
    order: [sql`s.id`, sql`s.id desc`],
    columns: scheduleColumns,
    of: sql`join schedule s on s.id = found.id`,
    ...pageOf(filter),
  });

/** Selects the descriptions to which a regular expression is applied, in the order of the list. */
export const selectDescriptions = async (tx: Tx, actor: Actor, filter: ScheduleFilter): Promise<{ id: string; description: string }[]> =>
  tx.rows(sql`
    select s.id, s.description
    from schedule s
    where ${await conditionOf(tx, actor, filter)}
      and s.description is not null
    order by s.id`);

/** Selects the schedules with the ids, oldest first. */
export const selectSchedulesOf = async (tx: Tx, actor: Actor, ids: readonly string[]): Promise<ScheduleRow[]> =>
  tx.rows(sql`
    select ${scheduleColumns}
    from schedule s
    where s.id = any(${[...ids]})
      and ${await listedSchedules(tx, actor)}
    order by s.id`);
