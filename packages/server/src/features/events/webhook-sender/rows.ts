/** The statements by which the sender finds due deliveries and their targets. */
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { StoredEvent } from '../outbox/index.ts';
import type { WebhookRow } from '../webhooks/index.ts';

/** Changes when the webhook `h` is changed, and when its former secret expires. */
const webhookVersion = sql`h.updated_at::text || coalesce(h.former_secret_until > now(), false)::text`;

/** A due delivery with its event; `version` changes when the webhook is changed. */
export type DueDelivery = {
  delivery_id: string;
  webhook_id: string;
  attempts: number;
  cloud_events: boolean;
  vendor_words: boolean;
  delivery_resource: string | null;
  version: string;
} & StoredEvent;

/** The number of due deliveries of an endpoint that one query reads to find the first one of each resource. */
const WINDOW = 32;

/**
 * Finds due deliveries of endpoints whose lease this process holds, at most so many of each, those that have waited longest first. For each resource it
 * returns only the first waiting one, because none is due before an earlier one.
 * @rule webhooks.deliver.enabled
 * @rule webhooks.deliver.order
 */
export const selectDueDeliveries = (tx: Tx, sender: string, wanted: readonly { webhook: string; most: number }[]): Promise<DueDelivery[]> =>
  tx.rows(sql`
    select d.id as delivery_id, d.webhook_id, d.attempts, d.cloud_events, d.vendor_words, d.resource_id as delivery_resource, ${webhookVersion} as version,
           v.id, v.tenant_id, v.type, v.occurred_at, v.space_id, v.resource_id, v.owner_id, v.actor_id, v.data
    from unnest(${wanted.map(({ webhook }) => webhook)}::uuid[], ${wanted.map(({ most }) => most)}::int[]) as n (webhook_id, most)
    join webhook_endpoint e on e.webhook_id = n.webhook_id and e.sender_id = ${sender}
    join webhook h on h.id = n.webhook_id
    left join account a on a.id = h.owner_id
    cross join lateral (
      select w.id, w.webhook_id, w.event_id, w.attempts, w.cloud_events, w.vendor_words, w.resource_id
      from (
        select x.id, x.webhook_id, x.event_id, x.attempts, x.cloud_events, x.vendor_words, x.resource_id, x.next_attempt_at, x.event_number,
               row_number() over (partition by coalesce(x.resource_id, x.id::text) order by x.next_attempt_at, x.event_number) as place
        from (
          select *
          from webhook_delivery
          where webhook_id = n.webhook_id
            and is_waiting
            and next_attempt_at <= now()
          order by next_attempt_at, event_number
          limit ${WINDOW}) x) w
      where w.place = 1
      order by w.next_attempt_at, w.event_number
      limit n.most) d
    join event v on v.id = d.event_id
    where h.enabled
      and (h.owner_id is null or a.active)
      and (e.paused_until is null or e.paused_until <= now())`);

/** The data of a webhook that the sender needs. */
export type TargetRow = { version: string } & Pick<
  WebhookRow,
  'id' | 'url' | 'headers' | 'encrypted_headers' | 'secret' | 'former_secret' | 'former_secret_until' | 'checks_revocation'
>;

/** The targets of webhooks. */
export const selectTargets = (tx: Tx, webhooks: readonly string[]): Promise<TargetRow[]> =>
  tx.rows(sql`
    select h.id, ${webhookVersion} as version, h.url, h.headers, h.encrypted_headers, h.secret, h.former_secret, h.former_secret_until, h.checks_revocation
    from webhook h
    where h.id = any (${[...webhooks]}::uuid[])`);

/** Counts the waiting deliveries of working webhooks, the age of the oldest due one, and the failing webhooks. */
export const selectWaitingDeliveries = (tx: Tx): Promise<{ waiting: number; oldest: number; failing: number }> =>
  tx.only(sql`
    select w.waiting, w.oldest,
           (select count(*)
            from webhook_endpoint e
            join webhook h on h.id = e.webhook_id and h.enabled
            where e.failing_since is not null) as failing
    from (
      select count(*) as waiting,
             coalesce(greatest(extract(epoch from now() - min(d.next_attempt_at)), 0), 0)::double precision as oldest
      from webhook_delivery d
      join webhook h on h.id = d.webhook_id and h.enabled
      join webhook_endpoint e on e.webhook_id = h.id and e.failing_since is null
      where d.is_waiting) w`);
