/** The statements by which a sender takes and returns the leases of endpoints. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import { LEASE_SECONDS } from './bounds.ts';

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
export const lockEndpointsOf = (tx: Tx, webhooks: readonly string[]): Promise<unknown> =>
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
