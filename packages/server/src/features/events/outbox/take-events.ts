/** Statements that take events from the outbox and store them. */
import type { EventTypeName } from '@millrace/contract/event-types';
import { newId } from '../../../core/base/id.ts';
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import type { StoredEvent } from './event-body.ts';
import type { RaisedEvent } from './raise-events.ts';

/** An event of the outbox with the ids of its subscribers by their kind; null without any. */
export type OutboxEvent = Omit<StoredEvent, 'id' | 'data'> & {
  number: string;
  data: Record<string, unknown>;
  subscribers: Record<string, string[]> | null;
};

/** Returns whether an event waits in the outbox. */
export const hasEvents = async (tx: Tx): Promise<boolean> =>
  (await tx.only<{ any: boolean }>(sql`select exists (select from outbox_event) as any`)).any;

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

/** An event in the form for the consumer of a kind of subscribers, with its subscribers of that kind. */
export type AcceptedEvent = {
  id: string;
  number: string;
  type: string;
  tenant: string;
  spaceId: string | null;
  resourceId: string | null;
  ownerId: string | null;
  actorId: string | null;
  data: Record<string, unknown>;
  occurredAt: Date;
  subscribers: readonly string[];
};

/** Returns a text in the data of an event; undefined if the field is missing or no text. */
export const textInData = (data: Record<string, unknown>, field: string): string | undefined =>
  typeof data[field] === 'string' ? data[field] : undefined;

/** Stores an event without the outbox, so that no subscriber gets it. Returns its id, with which the caller queues a delivery. */
export async function storeUnsharedEvent<Name extends EventTypeName>(
  tx: Tx,
  { type, tenant, data, space, resource, owner, actor }: RaisedEvent<Name>,
): Promise<string> {
  const id = newId();
  await tx.rows(sql`
    insert into event (id, number, tenant_id, type, occurred_at, space_id, resource_id, owner_id, actor_id, data)
    values (
      ${id}, nextval('event_number'), ${tenant}, ${type}, now(), ${space ?? null}, ${resource}, ${owner ?? null}, ${actor ?? null},
      ${json(data)}::jsonb)`);
  return id;
}
