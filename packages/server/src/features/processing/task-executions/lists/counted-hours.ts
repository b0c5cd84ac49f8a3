/**
 * The hours whose executions are counted, and the timer that counts those that are over. It also collects failures that no trigger of the database has
 * collected, because they ended before the upgrade that added the trigger.
 */
import { clockSetBack } from '../../../../core/background/database-clock.ts';
import type { Timer } from '../../../../core/background/jobs.ts';
import { sql, type Sql, type Tx } from '../../../../core/database/sql.ts';
import { subscribe } from '../../../../core/events/domain-events.ts';
import { firstIdAt } from '../../../../core/database/partitions.ts';
import type { Platform } from '../../../../core/platform/platform.ts';
import { now } from '../../../../core/base/clock.ts';
import { countSettled, lockCounts, SETTLED_HOURS } from './settled.ts';
import { keptSince } from './spans.ts';

/** The maximum number of hours in one run of the timer: after an upgrade several runs count the history, and other timers run between them. */
const HOURS_PER_RUN = 200;

/** Counts the executions of hours that are over; one commit for each hour, the newest first. */
export const countHoursTimer: Timer = {
  name: 'count-hours',
  milliseconds: 300_000,
  does: 'counts the executions of past hours by status, for the start page and lists of the console',
  async run({ db, settings: { limits } }: Platform) {
    const kept = keptSince(now(), limits.historyDays);
    await db.transaction((tx) => forgetHours(tx, sql`hour < ${kept}`));
    await db.writer.rows(sql`
      delete from task_failure
      where execution_id < ${firstIdAt(kept)}`);
    for (const { hour } of await selectOpenHours(db.reader)) await countSettled(db, 'hours', endOf(hour), (tx) => recount(tx, hour));
    for (const { hour } of await selectUncountedHours(db.reader, kept))
      await countSettled(db, 'hours', endOf(hour), (tx) => countHour(tx, hour));
  },
};

const endOf = (hour: Date): Sql => sql`${hour}::timestamptz + interval '1 hour'`;

/** After the clock of the database was set back, hours that are no longer over are counted again later. */
export const recountsHours = subscribe(clockSetBack, (tx) =>
  forgetHours(tx, sql`hour >= now() - make_interval(hours => ${SETTLED_HOURS + 1})`),
);

/** Selects the past hours since a moment that are not counted yet; newest first. */
const selectUncountedHours = (tx: Tx, since: Date): Promise<{ hour: Date }[]> =>
  tx.rows(sql`
    select h.hour
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
      date_trunc('hour', greatest(known.first_at, ${since}::timestamptz + interval '1 hour'), 'UTC'),
      now() - make_interval(hours => ${SETTLED_HOURS + 1}),
      interval '1 hour'
    ) h (hour)
    where known.first_at is not null
      and not exists (
        select from task_execution_counted_hour c
        where c.hour = h.hour)
    order by h.hour desc
    limit ${HOURS_PER_RUN}`);

/** Selects the counted hours of which some executions had not ended, and now have. */
const selectOpenHours = (tx: Tx): Promise<{ hour: Date }[]> =>
  tx.rows(sql`
    select distinct o.hour
    from task_execution_hour o
    where o.outcome is null
      and not exists (
        select from task_execution x
        where x.workspace_id = o.workspace_id
          and x.triggered_at >= o.hour
          and x.triggered_at < o.hour + interval '1 hour'
          and x.outcome is null)
    order by o.hour
    limit ${HOURS_PER_RUN}`);

/** Counts an hour again. */
async function recount(tx: Tx, hour: Date): Promise<void> {
  await deleteHours(tx, sql`hour = ${hour}`);
  await countHour(tx, hour);
}

/** Counts the executions of an hour, once, even if several processes try it. */
const countHour = (tx: Tx, hour: Date): Promise<unknown> =>
  tx.rows(sql`
    with counted as (
      insert into task_execution_counted_hour (hour)
      values (${hour})
      on conflict do nothing
      returning hour
    ), found as materialized (
      select x.id, x.workspace_id, x.task_id, x.plan_execution_id is not null as of_plan, x.outcome, x.error_type, x.misfired_reason, x.triggered_at,
             case when x.outcome in ('EXECUTION_FAILED', 'EXECUTION_TERMINATED_TIMEOUT', 'DEPLOY_FAILED') then x.error_message end as error_message
      from counted c
      cross join workspace w
      join task_execution x on x.workspace_id = w.id
       and x.triggered_at >= ${hour}
       and x.triggered_at < ${endOf(hour)}
    ), collected as (
      insert into task_failure (execution_id, workspace_id, task_id, cause, triggered_at)
      select f.id, f.workspace_id, f.task_id, failure_cause(f.outcome, f.error_type, f.misfired_reason, f.error_message), f.triggered_at
      from found f
      where f.outcome in ('EXECUTION_FAILED', 'EXECUTION_TERMINATED_TIMEOUT', 'DEPLOY_FAILED')
        and not exists (
          select from task_failure k
          where k.execution_id = f.id)
      on conflict do nothing
    )
    insert into task_execution_hour (workspace_id, hour, of_plan, outcome, count)
    select f.workspace_id, ${hour}, f.of_plan, f.outcome, count(*)
    from found f
    group by f.workspace_id, f.of_plan, f.outcome`);

async function forgetHours(tx: Tx, condition: Sql): Promise<void> {
  await lockCounts(tx, 'hours');
  await deleteHours(tx, condition);
}

async function deleteHours(tx: Tx, condition: Sql): Promise<void> {
  await tx.rows(sql`
    delete from task_execution_counted_hour
    where ${condition}`);
  await tx.rows(sql`
    delete from task_execution_hour
    where ${condition}`);
}

/** Selects the hours of a period that are counted, oldest first. */
export const selectCountedHours = (tx: Tx, from: Date, to: Date): Promise<{ hour: Date }[]> =>
  tx.rows(sql`
    select c.hour
    from task_execution_counted_hour c
    where c.hour >= ${from}
      and c.hour + interval '1 hour' <= ${to}
    order by c.hour`);
