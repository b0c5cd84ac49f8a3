/** The SQL statements that queue deliveries which no fan-out brings: test events and repeated deliveries. */
import type { EventData } from '@millrace/contract/event-types';
import { newId } from '../../../core/base/id.ts';
import type { Tx } from '../../../core/database/db.ts';
import { json, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { WebhookRow } from './webhook-row.ts';

/** Queues a test event for one webhook only, and returns the id of its delivery. */
export async function queueTest(tx: Tx, actor: Actor, webhook: WebhookRow): Promise<string> {
  const id = newId();
  const data: EventData<'com.service.v1.webhook.test'> = { webhookId: webhook.id, message: 'A test event of Millrace.' };
  await tx.rows(sql`
    with raised as (
      insert into event (id, number, tenant_id, type, occurred_at, resource_id, owner_id, actor_id, data)
      values (
        ${newId()}, nextval('event_number'), ${webhook.tenant_id}, 'com.service.v1.webhook.test', now(), ${webhook.id}, ${webhook.owner_id}, ${actor.id},
        ${json(data)}::jsonb)
      returning id, number, type, resource_id
    ), queued as (
      insert into webhook_delivery (id, webhook_id, tenant_id, event_id, event_number, event_type, resource_id, cloud_events, is_waiting)
      select ${id}, ${webhook.id}, ${webhook.tenant_id}, r.id, r.number, r.type, r.resource_id, ${webhook.cloud_events}, true
      from raised r
    )
    ${dueNow(webhook)}`);
  return id;
}

/** Queues the event of a delivery again in the same form, and returns the id of the new delivery. */
export async function queueAgain(tx: Tx, webhook: WebhookRow, delivery: string): Promise<string> {
  const id = newId();
  await tx.rows(sql`
    with queued as (
      insert into webhook_delivery (
        id, webhook_id, tenant_id, event_id, event_number, event_type, resource_id, cloud_events, resent_from, is_waiting)
      select ${id}, d.webhook_id, d.tenant_id, d.event_id, d.event_number, d.event_type, d.resource_id, d.cloud_events, d.id, true
      from webhook_delivery d
      where d.id = ${delivery}
        and d.webhook_id = ${webhook.id}
    )
    ${dueNow(webhook)}`);
  return id;
}

/** Lets a sender look at the endpoint now. */
const dueNow = (webhook: WebhookRow): Sql => sql`
  insert into webhook_endpoint (webhook_id, due_at)
  values (${webhook.id}, now())
  on conflict (webhook_id) do update
  set due_at = least(webhook_endpoint.due_at, excluded.due_at)`;
