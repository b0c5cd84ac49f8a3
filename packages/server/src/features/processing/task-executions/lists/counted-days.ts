/** The timer that counts the executions of days that are over. */
import { clockSetBack } from '../../../../core/background/database-clock.ts';
import type { Timer } from '../../../../core/background/jobs.ts';
import { now } from '../../../../core/base/clock.ts';
import { sql, type Sql, type Tx } from '../../../../core/database/sql.ts';
import { subscribe } from '../../../../core/events/domain-events.ts';
import type { Platform } from '../../../../core/platform/platform.ts';
import { countSettled, lockCounts, SETTLED_HOURS } from './settled.ts';
import { keptSince, nameOfDay } from './spans.ts';

/** Counts the executions of days that are over, for lists; one commit for each day. */
export const countDaysTimer: Timer = {
  name: 'count-days',
  milliseconds: 3_600_000,
  does: 'counts the executions of past days, so that lists need not count them',
  async run({ db, settings: { limits } }: Platform) {
    const kept = keptSince(now(), limits.historyDays);
    await db.transaction((tx) => forgetDays(tx, kept));
    for (const { day } of await selectUncountedDays(db.reader, kept)) await countSettled(db, 'days', endOf(day), (tx) => countDay(tx, day));
  },
};

/** The end of a day in UTC. */
const endOf = (day: string): Sql => sql`(${day}::date + 1)::timestamp at time zone 'UTC'`;

/** After the clock of the database was set back, days that are no longer over are counted again later. */
export const recountsDays = subscribe(clockSetBack, forgetDaysToCome);

/** The number of executions of a task on a day from which they are also counted for the task alone. */
const OFTEN = 20;

/** Selects the past days since a moment whose executions have all ended and are not counted yet; newest first. Days without executions are left out. */
const selectUncountedDays = (tx: Tx, since: Date): Promise<{ day: string }[]> =>
  tx.rows(sql`
    select d.day::date::text as day
    from (
      select min(x.triggered_at) as first_at
      from tenant t
      cross join lateral (
        select x.triggered_at
        from task_execution x
        where x.tenant_id = t.id
          and x.triggered_at >= ${since}
        order by x.triggered_at
        limit 1
      ) x
    ) known
    cross join lateral generate_series(
      date_trunc('day', known.first_at at time zone 'UTC'),
      (now() - make_interval(days => 1, hours => ${SETTLED_HOURS})) at time zone 'UTC',
      interval '1 day'
    ) d (day)
    where d.day at time zone 'UTC' >= ${since}
      and not exists (
        select from task_execution_counted_day c
        where c.day = d.day::date)
      and not exists (
        select from live_execution l
        join task_execution x on x.id = l.execution_id
        where x.triggered_at >= d.day at time zone 'UTC'
          and x.triggered_at < (d.day + interval '1 day') at time zone 'UTC')
    order by d.day desc`);

/** Counts the executions of a day, once, even if several processes try it. A day without executions, or with one that has not ended, is left out. */
const countDay = (tx: Tx, day: string): Promise<unknown> =>
  tx.rows(sql`
    with found as (
      select x.tenant_id, x.workspace_id, x.task_id, x.tags, x.outcome, count(*) as count, grouping(x.task_id, x.tags) as left_out
      from workspace w
      join task_execution x on x.workspace_id = w.id
      where x.triggered_at >= ${day}::date::timestamp at time zone 'UTC'
        and x.triggered_at < ${endOf(day)}
      group by grouping sets (
        (x.tenant_id, x.workspace_id, x.outcome),
        (x.tenant_id, x.workspace_id, x.tags, x.outcome),
        (x.tenant_id, x.workspace_id, x.task_id, x.outcome))
    ), counted as (
      insert into task_execution_counted_day (day)
      select ${day}::date
      where exists (select from found)
        and not exists (
          select from found
          where outcome is null)
      on conflict do nothing
      returning day
    )
    insert into task_execution_day (day, tenant_id, workspace_id, task_id, tags, outcome, count)
    select c.day, f.tenant_id, f.workspace_id, f.task_id, f.tags, f.outcome, f.count
    from counted c
    cross join (
      select found.*, sum(count) over (partition by left_out, workspace_id, task_id) as of_task
      from found
    ) f
    -- 3: by workspace; 2: by its tags; 1: by task.
    where f.left_out = 3
       or f.left_out = 2 and f.tags <> '{}'
       or f.left_out = 1 and f.of_task >= ${OFTEN}`);

/** Deletes counts of days that are not over, which exist after the clock was set back: executions are still added to them. */
async function forgetDaysToCome(tx: Tx): Promise<void> {
  await deleteCounts(tx, sql`day >= ((now() - make_interval(hours => ${SETTLED_HOURS})) at time zone 'UTC')::date`);
}

/** Deletes counts of days before a moment, because the history no longer holds all executions of them. */
async function forgetDays(tx: Tx, before: Date): Promise<void> {
  await deleteCounts(tx, sql`day < ${nameOfDay(before.getTime())}::date`);
}

async function deleteCounts(tx: Tx, condition: Sql): Promise<void> {
  await lockCounts(tx, 'days');
  await tx.rows(sql`
    delete from task_execution_counted_day
    where ${condition}`);
  await tx.rows(sql`
    delete from task_execution_day
    where ${condition}`);
}
