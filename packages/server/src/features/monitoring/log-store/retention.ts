/** Deletes old logs. */
import { nowMilliseconds } from '../../../core/base/clock.ts';
import type { Timer } from '../../../core/background/jobs.ts';
import { firstIdAt, maintainAllPartitions, type PartitionedTable } from '../../../core/database/partitions.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';

/** The most logs whose rows one statement deletes, where a partition cannot be dropped. */
const BATCH = 500;
const DAY = 86_400_000;

/** The partitioned table of logs, by the week in which the execution was accepted. */
export const logTable: PartitionedTable = {
  table: 'log_chunk',
  key: 'execution_id',
  length: 'week',
  isNeeded: hasLiveExecution,
};

/** Returns whether an execution with an id from `from` to before `to` has not ended; its rows are still needed. */
export function hasLiveExecution(tx: Tx, { from, to }: { from: string; to: string }): Promise<boolean> {
  return tx.any(sql`
    select execution_id
    from live_execution
    where execution_id >= ${from}
      and execution_id < ${to}
    limit 1`);
}

/**
 * Creates the partitions of the next weeks and drops those that are older than the longest retention. For environments with a shorter retention, it
 * deletes rows. The timer `remove-leftovers` removes their content from the store.
 * @rule execution-logs.retention.days
 */
export const keepLogs: Timer = {
  name: 'keep-logs',
  milliseconds: 3_600_000,
  does: 'creates and drops the partitions of logs, and removes logs of environments with a shorter retention',
  async run({ db, log, settings: { limits } }) {
    const retentions = await selectRetentions(db.reader, limits.logDays);
    const longest = Math.max(limits.logDays, ...retentions.map(({ days }) => days));
    await maintainAllPartitions(db, log, [logTable], longest);
    for (const { environment_id: environment, days } of retentions) {
      if (days === longest) continue;
      const before = firstIdAt(new Date(nowMilliseconds() - days * DAY));
      while ((await removeOldLogs(db.writer, environment, before)) === BATCH);
    }
  },
};

/** Selects the retention of each environment, in days. */
const selectRetentions = (tx: Tx, fallback: number): Promise<{ environment_id: string; days: number }[]> =>
  tx.rows(sql`
    select e.id as environment_id, coalesce(r.days, ${fallback}) as days
    from environment e
    left join log_retention r on r.environment_id = e.id`);

async function removeOldLogs(tx: Tx, environment: string, before: string): Promise<number> {
  const [removed] = await tx.rows<{ logs: number }>(sql`
    with old as (
      select x.id
      from task_execution x
      where x.environment_id = ${environment}
        and x.id < ${before}
        and x.outcome is not null
        and exists (select from log_chunk c where c.execution_id = x.id)
      limit ${BATCH}
    ), gone as (
      delete from log_chunk c
      using old
      where c.execution_id = old.id
    )
    select count(*) as logs
    from old`);
  return removed?.logs ?? 0;
}

/** Selects the retention of an environment in days; `own` is false if it is the default of the install. */
export const selectRetention = (tx: Tx, environment: string, fallback: number): Promise<{ days: number; own: boolean }> =>
  tx.only(sql`
    select coalesce(max(r.days), ${fallback}::int) as days, count(*) > 0 as own
    from log_retention r
    where r.environment_id = ${environment}`);

/** Sets the retention of an environment. */
export const upsertRetention = (tx: Tx, environment: string, days: number): Promise<unknown> =>
  tx.rows(sql`
    insert into log_retention (environment_id, days)
    values (${environment}, ${days})
    on conflict (environment_id) do update
    set days = excluded.days`);

/** Resets the retention of an environment to the default of the install. */
export const deleteRetention = (tx: Tx, environment: string): Promise<unknown> =>
  tx.rows(sql`
    delete from log_retention
    where environment_id = ${environment}`);
