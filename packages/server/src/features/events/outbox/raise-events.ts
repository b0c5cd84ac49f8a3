/** Raises events: rows in the transaction of their change, so that no event comes without its change and no change without its event. */
import type { EventData, EventTypeName } from '@millrace/contract/event-types';
import { json, sql, type Sql, type Tx } from '../../../core/database/sql.ts';

/** An event of a type. */
export type RaisedEvent<Name extends EventTypeName = EventTypeName> = {
  type: Name;
  tenant: string;
  data: EventData<Name>;
  /** The workspace. */
  space?: string | null | undefined;
  /** The id of the record that orders deliveries: the task, plan, engine, user, and so on. */
  resource: string;
  /** The account that owns the record. */
  owner?: string | null | undefined;
  /** The account that made the change; left out if Millrace itself made it. */
  actor?: string | undefined;
};

/**
 * Raises events, in the transaction of their change. An event that its tenant has no subscription for is not stored.
 * @rule events.outbox.change
 */
export async function raiseEvents<Name extends EventTypeName>(tx: Tx, events: readonly RaisedEvent<Name>[]): Promise<void> {
  if (events.length === 0) return;
  await tx.rows(
    raisedFrom(
      sql`
      select n.tenant as tenant_id, n.type, n.space as space_id, n.resource as resource_id, n.owner as owner_id, n.actor as actor_id, n.data, n.place
      from rows from (
        json_to_recordset(${json(events)}::json) as (tenant uuid, type text, space uuid, resource text, owner uuid, actor uuid, data jsonb)
      ) with ordinality as n (tenant, type, space, resource, owner, actor, data, place)`,
      sql`order by r.place`,
    ),
  );
}

/**
 * Builds the statement that raises events, as a part of the statement that makes the change. The rows have the columns tenant_id, type, space_id,
 * resource_id, owner_id, actor_id and data. `order` sorts the rows `r` of one statement that are about the same record.
 * @rule events.outbox.subscribed
 */
export const raisedFrom = (rows: Sql, order: Sql = sql``): Sql => sql`
  insert into outbox_event (tenant_id, type, space_id, resource_id, owner_id, actor_id, data)
  select r.tenant_id, r.type, r.space_id, r.resource_id, r.owner_id, r.actor_id, jsonb_strip_nulls(r.data)
  from (${rows}) r
  where exists (
    select from event_subscription s
    where s.tenant_id = r.tenant_id
      and s.type = r.type)
  ${order}`;

/** The account that makes a change; undefined for Millrace itself. */
export type EventActor = { id: string } | undefined;

/**
 * Raises events of one type with data from the database, in the transaction of their change: after a record was added or changed, and before it is
 * deleted. The rows have the columns tenant_id, space_id, resource_id, owner_id and data.
 */
export const raiseAbout = (tx: Tx, type: EventTypeName, actor: EventActor, rows: Sql): Promise<unknown> =>
  tx.rows(
    raisedFrom(sql`
      select n.tenant_id, ${type}::text as type, n.space_id, n.resource_id::text as resource_id, n.owner_id, ${actor?.id ?? null}::uuid as actor_id, n.data
      from (${rows}) n`),
  );

/** Builds the condition that some tenant waits for one of the types. A statement for many rows checks it once, before it reads data of events. */
export const anyWaitsFor = (types: readonly EventTypeName[]): Sql => sql`
  exists (
    select from event_subscription s
    where s.type = any (${[...types]}::text[]))`;

/** A time as text for the data of an event, or null. */
export const momentText = (moment: Sql): Sql => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A subscriber of events: its kind, which determines the consumer, and its id. */
type EventSubscriber = { tenant: string; kind: 'webhook' | 'listener' | 'alert' | 'notification' | 'lineage'; id: string };

/** Replaces the types that a subscriber waits for; an empty list ends its subscriptions. */
export const subscribeTo = (tx: Tx, { tenant, kind, id }: EventSubscriber, types: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    with ended as (
      delete from event_subscription
      where subscriber_id = ${id}
        and subscriber_kind = ${kind}
        and type <> all (${[...types]})
    )
    insert into event_subscription (tenant_id, type, subscriber_kind, subscriber_id)
    select ${tenant}, t.type, ${kind}, ${id}
    from unnest(${[...types]}::text[]) as t (type)
    on conflict do nothing`);

/** Continues the numbers of events after those of a restored state. */
export const continueEventNumbers = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`
    select setval('event_number', last.number)
    from (
      select greatest((select max(o.number) from outbox_event o), (select max(e.number) from event e)) as number) last
    where last.number is not null`);
