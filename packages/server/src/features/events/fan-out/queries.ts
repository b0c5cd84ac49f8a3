/** Statements of the fan-out. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import { accountHolds } from '../../security/workspace-permissions/index.ts';

/** An event of the outbox with the ids of its subscribers by their kind; null without any. */
export type OutboxEvent = {
  number: string;
  tenant_id: string;
  type: string;
  occurred_at: Date;
  space_id: string | null;
  resource_id: string | null;
  owner_id: string | null;
  actor_id: string | null;
  data: Record<string, unknown>;
  subscribers: Record<string, string[]> | null;
};

/** Whether an event waits in the outbox. */
export const hasEvents = async (tx: Tx): Promise<boolean> =>
  (await tx.only<{ any: boolean }>(sql`select exists (select from outbox_event) as any`)).any;

/** Makes this transaction the only one that takes events; false if another one does so now. */
export const lockOutbox = async (tx: Tx): Promise<boolean> =>
  (await tx.only<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended('fan-out-events', 0)) as mine`)).mine;

/** The oldest events, in the order of their numbers. */
export const selectOutboxEvents = (tx: Tx, most: number): Promise<OutboxEvent[]> =>
  tx.rows(sql`
    select o.number::text as number, o.tenant_id, o.type, o.occurred_at, o.space_id, o.resource_id, o.owner_id, o.actor_id, o.data,
           (select json_object_agg(k.kind, k.ids)
            from (
              select s.subscriber_kind as kind, json_agg(s.subscriber_id order by s.subscriber_id) as ids
              from event_subscription s
              where s.tenant_id = o.tenant_id
                and s.type = o.type
              group by s.subscriber_kind) k) as subscribers
    from outbox_event o
    order by o.number
    limit ${most}`);

/** Deletes events from the outbox and stores those that have a subscriber. */
export const moveEvents = (tx: Tx, events: readonly (OutboxEvent & { id: string })[]): Promise<unknown> =>
  tx.rows(sql`
    with taken as (
      delete from outbox_event o
      using unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ number }) => number)}::bigint[],
                   ${events.map(({ subscribers }) => subscribers !== null)}::boolean[]) as n (id, number, is_kept)
      where o.number = n.number
      returning n.id, n.is_kept, o.number, o.tenant_id, o.type, o.occurred_at, o.space_id, o.resource_id, o.owner_id, o.actor_id, o.data
    )
    insert into event (id, number, tenant_id, type, occurred_at, space_id, resource_id, owner_id, actor_id, data)
    select id, number, tenant_id, type, occurred_at, space_id, resource_id, owner_id, actor_id, data
    from taken
    where is_kept`);

/** A webhook that may get events. */
export type Receiver = { id: string; filter: string | null; cloud_events: boolean; owner_id: string | null };

/** The enabled webhooks of these ids, without those of disabled accounts. They stay until the transaction ends. */
export const selectEventReceivers = (tx: Tx, ids: readonly string[]): Promise<Receiver[]> =>
  tx.rows(sql`
    select h.id, h.filter, h.cloud_events, h.owner_id
    from webhook h
    left join account a on a.id = h.owner_id
    where h.id = any (${[...ids]}::uuid[])
      and h.enabled
      and (h.owner_id is null or a.active)
    order by h.id
    for key share of h`);

/** Of pairs of an account and a workspace those in which the account may see the workspace, as in lists. */
export const selectViewed = (tx: Tx, pairs: readonly { account: string; space: string }[]): Promise<{ account: string; space: string }[]> =>
  tx.rows(sql`
    select n.account, n.space
    from unnest(${pairs.map(({ account }) => account)}::uuid[], ${pairs.map(({ space }) => space)}::uuid[]) as n (account, space)
    join account a on a.id = n.account
    join workspace w on w.id = n.space and w.tenant_id = a.tenant_id
    where ${accountHolds(sql`n.account`, 'VIEW')}`);

/**
 * Locks endpoints and says that deliveries wait for them. Each end of a delivery locks its endpoint, too: so a later delivery is blocked, or the end
 * of the earlier one sees it.
 */
export const lockEndpoints = (tx: Tx, webhooks: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    insert into webhook_endpoint (webhook_id, due_at)
    select n.id, now()
    from unnest(${webhooks.toSorted()}::uuid[]) with ordinality as n (id, place)
    order by n.place
    on conflict (webhook_id) do update
    set due_at = greatest(now(), webhook_endpoint.paused_until)`);

/** A new delivery; `follows` if an earlier one of the same batch has the same webhook and resource. */
export type NewDelivery = {
  id: string;
  webhook: string;
  tenant: string;
  event: string;
  number: string;
  type: string;
  resource: string | null;
  cloudEvents: boolean;
  follows: boolean;
};

/** Inserts deliveries. One is blocked while an earlier one of the same webhook and resource waits. */
export const insertDeliveries = (tx: Tx, deliveries: readonly NewDelivery[]): Promise<unknown> =>
  tx.rows(sql`
    insert into webhook_delivery (
      id, webhook_id, tenant_id, event_id, event_number, event_type, resource_id, cloud_events, is_waiting, is_blocked)
    select n.id, n.webhook, n.tenant, n.event, n.number, n.type, n.resource, n."cloudEvents", true,
           n.resource is not null and (n.follows or exists (
             select from webhook_delivery d
             where d.webhook_id = n.webhook
               and d.resource_id = n.resource
               and d.is_waiting))
    from json_to_recordset(${json(deliveries)}::json) as n (
      id uuid, webhook uuid, tenant uuid, event uuid, number bigint, type text, resource text, "cloudEvents" boolean, follows boolean)`);
