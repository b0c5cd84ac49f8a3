/** Corrects the times of unfinished executions when the clock of the database is set back. */
import { clockSetBack } from '../../../../core/background/database-clock.ts';
import { subscribe } from '../../../../core/events/domain-events.ts';
import { sql } from '../../../../core/database/sql.ts';
import { pauseBefore } from './retries.ts';

/**
 * Limits stored times: an execution that was never delayed may be claimed at once; a delayed one, or a further attempt, waits no longer than its
 * pause; and no lease lasts longer than a new one.
 * @rule task-executions.times.set-back
 */
export const followsClock = subscribe(clockSetBack, async (tx, { limits: { leaseSeconds, busyRetrySeconds } }) => {
  await tx.rows(sql`
    with known as (
      select execution_id, now() + make_interval(secs => ${leaseSeconds}) as lease_ends,
             now() + make_interval(secs => coalesce(
               (${[...busyRetrySeconds]}::float8[])[attempts],
               (select ${pauseBefore(sql`x`)} from task_execution x where x.id = execution_id and x.first_id is not null),
               0)) as pause_ends
      from live_execution
    ), ahead as (
      select l.execution_id, known.lease_ends, known.pause_ends
      from live_execution l
      join known on known.execution_id = l.execution_id
      where l.available_at > known.pause_ends
         or l.accepted_at > now()
         or l.lease_expires_at > known.lease_ends
      order by l.execution_id
      for update of l
    )
    update live_execution l
    set available_at = least(l.available_at, ahead.pause_ends),
        accepted_at = least(l.accepted_at, now()),
        lease_expires_at = case when l.lease_expires_at is not null then least(l.lease_expires_at, ahead.lease_ends) end
    from ahead
    where l.execution_id = ahead.execution_id`);
});
