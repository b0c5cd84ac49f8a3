/** The statements that queue deliveries, and those that continue a webhook which is enabled again. */
import { newId } from '../../../core/base/id.ts';
import { json, sql, type Sql, type Tx } from '../../../core/database/sql.ts';

/** The topic that wakes senders when a delivery was queued. */
export const DELIVERIES_BELL = 'webhook-deliveries';

/**
 * Adds the endpoints that are missing, makes all due, or due at the end of their pause, and locks them, also those that were due. The outcome of a
 * failed attempt is stored under the same lock. So either it comes first, and the new delivery waits for the next attempt of the failed one, or it
 * finds the new delivery and delays it.
 */
export const makeEndpointsDue = (tx: Tx, webhooks: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    insert into webhook_endpoint (webhook_id, due_at)
    select n.id, now()
    from unnest(${webhooks.toSorted()}::uuid[]) with ordinality as n (id, place)
    order by n.place
    on conflict (webhook_id) do update
    set due_at = greatest(now(), webhook_endpoint.paused_until)
    where webhook_endpoint.due_at is null
       or webhook_endpoint.due_at > greatest(now(), webhook_endpoint.paused_until)`);

/** A new delivery. */
export type NewDelivery = {
  id: string;
  webhook: string;
  tenant: string;
  event: string;
  number: string;
  type: string;
  resource: string | null;
  /** Whether its body is a CloudEvent. */
  cloudEvents: boolean;
  /** Whether its body has the words of the published product. */
  vendorWords: boolean;
};

/** Inserts deliveries. A delivery is due no earlier than the last waiting one of the same webhook and resource. */
export const insertDeliveries = (tx: Tx, deliveries: readonly NewDelivery[]): Promise<unknown> =>
  tx.rows(sql`
    insert into webhook_delivery (
      id, webhook_id, tenant_id, event_id, event_number, event_type, resource_id, cloud_events, vendor_words, is_waiting, next_attempt_at)
    select n.id, n.webhook, n.tenant, n.event, n.number, n.type, n.resource, n."cloudEvents", n."vendorWords", true,
           greatest(now(), (
             select d.next_attempt_at
             from webhook_delivery d
             where d.webhook_id = n.webhook
               and d.resource_id = n.resource
               and d.is_waiting
             order by d.event_number desc
             limit 1))
    from json_to_recordset(${json(deliveries)}::json) as n (
      id uuid, webhook uuid, tenant uuid, event uuid, number bigint, type text, resource text, "cloudEvents" boolean, "vendorWords" boolean)`);

/** Queues a stored event for one webhook, and returns the id of the delivery. */
export async function queueForWebhook(
  tx: Tx,
  webhook: { id: string; tenant_id: string; cloud_events: boolean; vendor_words: readonly string[] },
  event: string,
): Promise<string> {
  const id = newId();
  await tx.rows(sql`
    with queued as (
      insert into webhook_delivery (
        id, webhook_id, tenant_id, event_id, event_number, event_type, resource_id, cloud_events, vendor_words, is_waiting)
      select ${id}, ${webhook.id}, ${webhook.tenant_id}, e.id, e.number, e.type, e.resource_id, ${webhook.cloud_events},
             ${webhook.vendor_words.length > 0}, true
      from event e
      where e.id = ${event}
    )
    ${dueNow(webhook.id)}`);
  return id;
}

/** Queues the event of a delivery again in the same form, and returns the id of the new delivery. */
export async function queueAgain(tx: Tx, webhook: string, delivery: string): Promise<string> {
  const id = newId();
  await tx.rows(sql`
    with queued as (
      insert into webhook_delivery (
        id, webhook_id, tenant_id, event_id, event_number, event_type, resource_id, cloud_events, vendor_words, resent_from, is_waiting)
      select ${id}, d.webhook_id, d.tenant_id, d.event_id, d.event_number, d.event_type, d.resource_id, d.cloud_events, d.vendor_words, d.id, true
      from webhook_delivery d
      where d.id = ${delivery}
        and d.webhook_id = ${webhook}
    )
    ${dueNow(webhook)}`);
  return id;
}

/**
 * Makes the endpoint due now, so that a sender looks for deliveries. During a pause the sender finds none, and makes the endpoint due at the end of it.
 */
const dueNow = (webhook: string): Sql => sql`
  insert into webhook_endpoint (webhook_id, due_at)
  values (${webhook}, now())
  on conflict (webhook_id) do update
  set due_at = least(webhook_endpoint.due_at, excluded.due_at)`;

/** Resets the failures of an endpoint whose webhook is enabled again, and makes its waiting deliveries due: their pauses are those of the failures. */
export async function resetEndpoint(tx: Tx, webhook: string): Promise<void> {
  await tx.rows(sql`
    update webhook_endpoint
    set failures = 0,
        failing_since = null,
        paused_until = null,
        due_at = now()
    where webhook_id = ${webhook}`);
  await tx.rows(sql`
    update webhook_delivery
    set next_attempt_at = now()
    where webhook_id = ${webhook}
      and is_waiting
      and next_attempt_at > now()`);
}
