/** The statements about events that are held for a consumer: it failed on one of them, and gets the later ones of the tenant after it. */
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import type { AcceptedEvent } from '../outbox/index.ts';

/** A queue of held events: those of one tenant for one consumer. */
export type HeldQueue = { consumer: string; tenant: string };

/** A held event; `tries` counts the failed attempts. */
type HeldEvent = AcceptedEvent & { tries: number; isDue: boolean };

/** The queues that contain events which are not set aside. */
export const selectHeldQueues = (tx: Tx): Promise<HeldQueue[]> =>
  tx.rows(sql`
    select distinct h.consumer, h.tenant_id as tenant
    from held_event h
    where h.set_aside_at is null`);

/** Adds events to their queues. */
export const holdEvents = (tx: Tx, consumer: string, events: readonly AcceptedEvent[]): Promise<unknown> =>
  tx.rows(sql`
    insert into held_event (consumer, tenant_id, number, event_id, subscriber_ids)
    select ${consumer}, n.tenant, n.number, n.id, n.subscribers
    from json_to_recordset(${json(events.map(({ tenant, number, id, subscribers }) => ({ tenant, number, id, subscribers })))}::json)
      as n (tenant uuid, number bigint, id uuid, subscribers uuid[])`);

/** The oldest events of a queue. A pause that is longer than the longest possible one counts as over: the clock was set back. */
export const selectHeldEvents = (tx: Tx, { consumer, tenant }: HeldQueue, longest: number, most: number): Promise<HeldEvent[]> =>
  tx.rows(sql`
    select e.id, e.number::text as number, e.type, e.tenant_id as tenant, e.space_id as "spaceId", e.resource_id as "resourceId", e.owner_id as "ownerId",
           e.actor_id as "actorId", e.data, e.occurred_at as "occurredAt", h.subscriber_ids as subscribers, h.tries,
           (h.due_at <= now() or h.due_at > now() + make_interval(secs => ${longest})) as "isDue"
    from held_event h
    join event e on e.id = h.event_id
    where h.consumer = ${consumer}
      and h.tenant_id = ${tenant}
      and h.set_aside_at is null
    order by h.number
    limit ${most}`);

/** Removes events that their consumer has accepted. */
export const removeHeld = (tx: Tx, { consumer, tenant }: HeldQueue, numbers: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    delete from held_event
    where consumer = ${consumer}
      and tenant_id = ${tenant}
      and number = any (${[...numbers]}::bigint[])`);

/** Records that a consumer failed on an event: it is retried after `pause` seconds, or set aside if `pause` is undefined. */
export const recordFailure = (
  tx: Tx,
  { consumer, tenant }: HeldQueue,
  number: string,
  error: string,
  pause: number | undefined,
): Promise<unknown> =>
  tx.rows(sql`
    update held_event
    set tries = tries + 1,
        error = ${error},
        due_at = now() + make_interval(secs => ${pause ?? 0}),
        set_aside_at = case when ${pause === undefined} then now() end
    where consumer = ${consumer}
      and tenant_id = ${tenant}
      and number = ${number}::bigint`);

/** Puts events that were set aside back into their queues, due at once and with all attempts. Returns their numbers by consumer. */
export const holdAgain = (tx: Tx): Promise<{ consumer: string; events: number }[]> =>
  tx.rows(sql`
    with returned as (
      update held_event
      set set_aside_at = null,
          tries = 0,
          due_at = now()
      where set_aside_at is not null
      returning consumer)
    select r.consumer, count(*) as events
    from returned r
    group by r.consumer
    order by r.consumer`);

/** Deletes held events whose ids are smaller than an id, because the events themselves are dropped. */
export const forgetHeld = (tx: Tx, oldest: string): Promise<unknown> =>
  tx.rows(sql`
    delete from held_event
    where event_id < ${oldest}`);

/** Counts the events that wait for a consumer that failed, and those that were set aside. */
export const countHeldEvents = (tx: Tx): Promise<{ waiting: number; aside: number }> =>
  tx.only(sql`
    select count(*) filter (where h.set_aside_at is null) as waiting,
           count(*) filter (where h.set_aside_at is not null) as aside
    from held_event h`);
