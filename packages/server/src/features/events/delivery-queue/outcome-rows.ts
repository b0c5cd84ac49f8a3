/** The statements that record the outcomes of attempts, many at a time. */
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import { FAILING_DAYS, FAILURES_TO_PAUSE, PAUSE_LEAST, PAUSE_MOST, PAUSE_PART } from './pauses.ts';

/** The outcome of an attempt; `attempt` is 1 for the first. `pause` has the seconds until the next one, null if there is none. */
export type AttemptOutcome = {
  id: string;
  webhook: string;
  attempt: number;
  succeeded: boolean;
  pause: number | null;
  began: string;
  message: string;
  url: string;
  requestHeaders: Record<string, string> | null;
  status: number | null;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
};

/** Stores outcomes, except those that another process has stored already. */
export const storeOutcomes = (tx: Tx, outcomes: readonly AttemptOutcome[]): Promise<unknown> =>
  tx.rows(sql`
    update webhook_delivery d
    set attempts = o.attempt,
        succeeded = o.succeeded,
        is_waiting = o.pause is not null,
        next_attempt_at = coalesce(now() + make_interval(secs => o.pause), d.next_attempt_at),
        triggered_at = o.began,
        status_message = o.message,
        request_url = o.url,
        request_headers = o."requestHeaders",
        response_status = o.status,
        response_headers = o."responseHeaders",
        response_body = o."responseBody"
    from json_to_recordset(${json(outcomes)}::json) as o (
      id uuid, attempt int, succeeded boolean, pause float8, began timestamptz, message text, url text, "requestHeaders" jsonb, status int,
      "responseHeaders" jsonb, "responseBody" text)
    where d.id = o.id
      and d.is_waiting
      and d.attempts = o.attempt - 1`);

/**
 * Delays the deliveries after failed ones of the same webhook and resource: they are due with the next attempt of the failed one, and follow it in the
 * order of their numbers. The endpoints are locked.
 */
export const delayFollowers = (tx: Tx, failed: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    update webhook_delivery d
    set next_attempt_at = f.next_attempt_at
    from webhook_delivery f
    where f.id = any (${[...failed]}::uuid[])
      and f.is_waiting
      and d.webhook_id = f.webhook_id
      and d.resource_id = f.resource_id
      and d.is_waiting
      and d.event_number > f.event_number
      and d.next_attempt_at < f.next_attempt_at`);

/** The health of an endpoint after attempts: the failures in a row up to now; `recovered` if one of the attempts succeeded. */
export type EndpointHealth = { webhook: string; failures: number; recovered: boolean };

/**
 * Stores the health of endpoints whose leases this process holds. Returns those that have failed for too many days.
 * @rule webhooks.deliver.failing
 */
export const storeHealth = (tx: Tx, sender: string, health: readonly EndpointHealth[]): Promise<{ webhook_id: string }[]> =>
  tx.rows(sql`
    with stored as (
      update webhook_endpoint e
      set failures = n.failures,
          failing_since = s.since,
          paused_until = case
            when n.failures >= ${FAILURES_TO_PAUSE} then now() + make_interval(secs =>
              greatest(${PAUSE_LEAST}, least(${PAUSE_MOST}, ${PAUSE_PART} * extract(epoch from now() - s.since)::float8)))
          end
      from json_to_recordset(${json(health)}::json) as n (webhook uuid, failures int, recovered boolean)
      join webhook_endpoint o on o.webhook_id = n.webhook
      cross join lateral (
        select case when n.failures = 0 then null when n.recovered or o.failing_since is null then now() else o.failing_since end as since) s
      where e.webhook_id = n.webhook
        and e.sender_id = ${sender}
      returning e.webhook_id, e.failing_since
    )
    select webhook_id
    from stored
    where failing_since <= now() - make_interval(days => ${FAILING_DAYS})`);

/** Gives up waiting deliveries that are older than any retry; `firstId` is the first id that is not. */
export const giveUpOld = (tx: Tx, firstId: string, message: string): Promise<unknown> =>
  tx.rows(sql`
    update webhook_delivery
    set is_waiting = false,
        succeeded = false,
        triggered_at = coalesce(triggered_at, now()),
        status_message = ${message}
    where id < ${firstId}
      and is_waiting`);

/** Makes endpoints due that have waiting deliveries but no due time, because their webhook or its owner was disabled meanwhile. */
export const wakeEndpoints = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`
    update webhook_endpoint e
    set due_at = now()
    from webhook h
    left join account a on a.id = h.owner_id
    where e.webhook_id = h.id
      and e.due_at is null
      and h.enabled
      and (h.owner_id is null or a.active)
      and exists (
        select from webhook_delivery d
        where d.webhook_id = e.webhook_id
          and d.is_waiting)`);
