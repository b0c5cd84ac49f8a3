/** The statements by which a sender takes and returns the leases of endpoints, and the correction of stored times when the clock is set back. */
import { clockSetBack } from '../../../core/background/database-clock.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import { subscribe } from '../../../core/events/domain-events.ts';
import { MAX_RETRY_AFTER_SECONDS, PAUSE_MOST, RETRY_SECONDS } from './pauses.ts';

/** Seconds of a lease; it is renewed after a third of them. When a process dies, its endpoints get no deliveries until their leases expire. */
export const LEASE_SECONDS = 15;

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
               else greatest(${MAX_RETRY_AFTER_SECONDS}, 1.1 * coalesce((${[...RETRY_SECONDS]}::float8[])[first.attempts], 0))
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

/** An endpoint at the moment of its lease. */
type EndpointRow = { webhook_id: string; failures: number };

/** Takes the leases of endpoints that may have due deliveries and that no other process holds. */
export const leaseEndpoints = (tx: Tx, sender: string, held: readonly string[], most: number): Promise<EndpointRow[]> =>
  tx.rows(sql`
    update webhook_endpoint e
    set sender_id = ${sender},
        lease_expires_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from (
      select webhook_id
      from webhook_endpoint
      where due_at <= now()
        and (sender_id is null or sender_id = ${sender} or lease_expires_at <= now())
        and webhook_id <> all (${[...held]}::uuid[])
      order by due_at
      limit ${most}
      for update skip locked) due
    where e.webhook_id = due.webhook_id
    returning e.webhook_id, e.failures`);

/** Renews leases; returns the webhooks whose lease this process still holds. */
export const renewEndpointLeases = (tx: Tx, sender: string, webhooks: readonly string[]): Promise<{ webhook_id: string }[]> =>
  tx.rows(sql`
    with held as (
      select webhook_id
      from webhook_endpoint
      where webhook_id = any (${[...webhooks]}::uuid[])
        and sender_id = ${sender}
      order by webhook_id
      for update
    )
    update webhook_endpoint e
    set lease_expires_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from held
    where e.webhook_id = held.webhook_id
    returning e.webhook_id`);

/** Locks endpoints until the transaction ends, in the order of the fan-out. */
export const lockEndpoints = (tx: Tx, webhooks: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    select webhook_id
    from webhook_endpoint
    where webhook_id = any (${[...webhooks]}::uuid[])
    order by webhook_id
    for update`);

/** Returns leases. Each endpoint is due again when its next delivery is. The endpoints are locked. */
export const releaseEndpoints = (tx: Tx, sender: string, webhooks: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    update webhook_endpoint e
    set sender_id = null,
        lease_expires_at = null,
        due_at = (
          select greatest(min(d.next_attempt_at), e.paused_until)
          from webhook h
          join webhook_delivery d on d.webhook_id = h.id and d.is_waiting
          left join account a on a.id = h.owner_id
          where h.id = e.webhook_id
            and h.enabled
            and (h.owner_id is null or a.active)
          having count(*) > 0)
    where e.webhook_id = any (${[...webhooks]}::uuid[])
      and e.sender_id = ${sender}`);
