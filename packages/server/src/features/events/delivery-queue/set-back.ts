/** Corrects the times of waiting deliveries when the clock of the database is set back. */
import { clockSetBack } from '../../../core/background/database-clock.ts';
import { sql } from '../../../core/database/sql.ts';
import { subscribe } from '../../../core/events/domain-events.ts';
import { LEASE_SECONDS, PAUSE_MOST, RETRY_AFTER_MOST, RETRY_SECONDS } from './bounds.ts';

/**
 * Limits stored times: a delivery waits no longer than the pause after its last attempt or that of an earlier one, an endpoint pauses no longer than the
 * longest pause from now, and no lease lasts longer than a new one.
 * @rule webhooks.deliver.set-back
 */
export const deliveriesFollowClock = subscribe(clockSetBack, async (tx) => {
  await tx.rows(sql`
    update webhook_endpoint
    set due_at = least(due_at, now()),
        paused_until = case when paused_until is not null then least(paused_until, now() + make_interval(secs => ${PAUSE_MOST})) end,
        failing_since = case when failing_since is not null then least(failing_since, now()) end,
        lease_expires_at = case
          when lease_expires_at is not null then least(lease_expires_at, now() + make_interval(secs => ${LEASE_SECONDS}))
        end
    where due_at is not null
       or sender_id is not null
       or failing_since is not null`);
  await tx.rows(sql`
    update webhook_delivery d
    set next_attempt_at = w.latest
    from (
      select f.id, now() + make_interval(secs => case
               when first.attempts = 0 then 0
               else greatest(${RETRY_AFTER_MOST}, 1.1 * coalesce((${[...RETRY_SECONDS]}::float8[])[first.attempts], 0))
             end) as latest
      from webhook_delivery f
      cross join lateral (
        select coalesce(max(e.attempts), f.attempts) as attempts
        from webhook_delivery e
        where e.webhook_id = f.webhook_id
          and e.resource_id = f.resource_id
          and e.is_waiting
          and e.event_number <= f.event_number) first
      where f.is_waiting) w
    where d.id = w.id
      and d.is_waiting
      and d.next_attempt_at > w.latest`);
});
