/** The statements about listeners. Each one for a caller finds only its own; an expired listener counts as deleted. */
import type { Schema } from '@millrace/contract';
import { requireFound } from '../../../core/base/problem.ts';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight, inTenant } from '../../security/held/index.ts';
import type { StoredEvent } from '../outbox/index.ts';

/** The row of a listener. */
export type ListenerRow = {
  id: string;
  level: Schema<'WebhookLevel'>;
  event_types: string[];
  /** The event types that were written in the words of the published product. */
  vendor_words: string[];
  filter: string | null;
  expires_at: Date;
};

/** The time at which a listener ends unless its program asks for events before. */
const nextEnd: Sql = sql`now() + interval '2 minutes'`;

const guard = inTenant({
  noun: 'Listener',
  table: sql`webhook_listener`,
  alias: sql`l`,
  also: (actor) => sql`l.account_id = ${actor.id} and l.expires_at > now()`,
});

/** Locks a listener of the actor, for its deletion. */
export const lockListener = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => guard.lock(tx, actor, id);

/**
 * Extends the life of a listener of the actor, and returns it, or refuses an unknown one.
 * @rule webhook-listeners.end.expiry
 */
export const renewListener = async (tx: Tx, actor: Actor, id: string): Promise<ListenerRow> =>
  requireFound(
    await tx.one<ListenerRow>(sql`
      update webhook_listener l
      set expires_at = ${nextEnd}
      where l.id = ${id}
        and ${guard.visible(actor)}
      returning l.id, l.level, l.event_types, l.vendor_words, l.filter, l.expires_at`),
    'Listener',
    id,
  );

/** Adds a listener of the actor. */
export const insertListener = (tx: Tx, actor: Actor, listener: Omit<ListenerRow, 'expires_at'>): Promise<ListenerRow> =>
  tx.only(sql`
    insert into webhook_listener (id, tenant_id, account_id, level, event_types, vendor_words, filter, expires_at)
    values (
      ${listener.id}, ${actor.tenant}, ${actor.id}, ${listener.level}, ${listener.event_types}::text[], ${listener.vendor_words}::text[],
      ${listener.filter}, ${nextEnd})
    returning id, level, event_types, vendor_words, filter, expires_at`);

/** Counts the listeners of the actor. */
export const selectListenerCount = (tx: Tx, actor: Actor): Promise<{ count: number }> =>
  tx.only(sql`
    select count(*) as count
    from webhook_listener l
    where ${guard.visible(actor)}`);

/** Deletes a locked listener; a trigger ends its subscriptions. */
export const removeListener = (tx: Tx, id: string): Promise<unknown> => tx.rows(sql`delete from webhook_listener where id = ${id}`);

/** Deletes expired listeners. */
export const removeEndedListeners = (tx: Tx): Promise<unknown> => tx.rows(sql`delete from webhook_listener where expires_at <= now()`);

/**
 * Selects the next events of a listener. Their ids are in the order in which the fan-out stored them, and greater than the id of the listener.
 * @rule webhook-listeners.events.visible
 * @rule webhook-listeners.events.order
 */
export const selectNextEvents = (tx: Tx, actor: Actor, listener: ListenerRow, after: string, most: number): Promise<StoredEvent[]> =>
  tx.rows(sql`
    select e.id, e.tenant_id, e.type, e.occurred_at, e.space_id, e.resource_id, e.owner_id, e.actor_id, e.data
    from event e
    where e.tenant_id = ${actor.tenant}
      and e.id > greatest(${after}::uuid, ${listener.id}::uuid)
      and e.type = any (${listener.event_types}::text[])
      and (${listener.level === 'tenant'}
           or e.owner_id = ${actor.id}
           or e.actor_id = ${actor.id}
           or exists (
             select from workspace w
             where w.id = e.space_id
               and w.tenant_id = e.tenant_id
               and ${holdsRight(actor, 'VIEW')}))
    order by e.id
    limit ${most}`);
