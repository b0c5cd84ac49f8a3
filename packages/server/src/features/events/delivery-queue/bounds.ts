/** The pauses and leases that are stored with deliveries and endpoints, and their correction when the clock is set back. */
import { clockSetBack } from '../../../core/background/database-clock.ts';
import { sql } from '../../../core/database/sql.ts';
import { subscribe } from '../../../core/events/domain-events.ts';

const [MINUTE, HOUR] = [60, 3600];

/** Seconds of a lease; it is renewed after a third of them. When a process dies, its endpoints get no deliveries until their leases expire. */
export const LEASE_SECONDS = 15;
/** Seconds from each failed attempt to the next one; after the last one, a delivery is given up (decision 37). */
export const RETRY_SECONDS: readonly number[] = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** The longest wait that a receiver may ask for. */
export const RETRY_AFTER_MOST = HOUR;
/** A receiver that has failed for so many days is disabled. */
export const FAILING_DAYS = 5;
/** After so many failures in a row, an endpoint gets only one delivery at a time, with pauses. */
export const FAILURES_TO_PAUSE = 3;
/** The pause before the next attempt at an endpoint is this part of the time for which it has failed, within the two bounds. */
export const [PAUSE_PART, PAUSE_LEAST, PAUSE_MOST] = [0.25, 2, 5 * MINUTE];

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
