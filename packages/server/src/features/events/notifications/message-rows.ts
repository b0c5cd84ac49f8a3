/** The statements about messages. */
import { newId } from '../../../core/base/id.ts';
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import { mayBeNotified } from './rows.ts';
import type { MessageEntry } from './texts.ts';
import type { TransportRow } from './transports.ts';

/** A message to write. */
export type NewMessage = {
  /** The account whose rights decide which entries the message contains. */
  account: string;
  /** The subscription or the rule, and the receiver: together they identify a message that is held back. */
  source: string;
  receiver: string;
  /** A mail address that replaces that of the account. */
  email?: string;
  /** The id of a transport with an address. */
  transport?: string;
  /** The end of quiet hours. */
  heldUntil?: Date | null;
  entries: readonly MessageEntry[];
};

/**
 * Adds messages. If a message of the same source and receiver is held back, it gets the entries instead. Returns the new messages, with the seconds until
 * they are sent.
 */
export const insertMessages = (tx: Tx, messages: readonly NewMessage[]): Promise<{ id: string; seconds: number }[]> =>
  tx
    .rows<{ id: string; seconds: number; is_new: boolean }>(sql`
    insert into notification_message (id, account_id, source_id, receiver, email, transport_id, entries, held_until)
    select m.id, m.account, m.source, m.receiver, m.email, m.transport, m.entries, m."heldUntil"
    from json_to_recordset(${json(messages.map((message) => ({ ...message, id: newId() })))}::json) as m (
      id uuid, account uuid, source uuid, receiver text, email text, transport uuid, entries jsonb, "heldUntil" timestamptz)
    on conflict (source_id, receiver) where held_until is not null do update
    set entries = notification_message.entries || excluded.entries
    returning id, greatest(extract(epoch from coalesce(held_until, now()) - now()), 0)::float8 as seconds, xmax = 0 as is_new`)
    .then((rows) => rows.filter((row) => row.is_new));

/** A message to send, with the entries that its account may see now. */
export type MessageRow = {
  email: string | null;
  account_email: string;
  preferred_language: string | null;
  /** The number of attempts, including this one. */
  tries: number;
  entries: MessageEntry[];
  transport: Pick<TransportRow, 'id' | 'type'> | null;
  url: Buffer | null;
};

/** Takes a message for an attempt; from now on it gets no further entries. Undefined if it was sent or given up, or if its account is not active. */
export const takeMessage = (tx: Tx, id: string): Promise<MessageRow | undefined> =>
  tx.one(sql`
    update notification_message m
    set held_until = null,
        tries = m.tries + 1
    from account a
    where m.id = ${id}
      and m.sent_at is null
      and m.failed_at is null
      and a.id = m.account_id
      and a.active
    returning m.email, a.email as account_email, a.preferred_language, m.tries,
              (select coalesce(json_agg(e.entry order by e.place), '[]')
               from jsonb_array_elements(m.entries) with ordinality as e (entry, place)
               where ${mayBeNotified(sql`a.id`, sql`(e.entry ->> 'spaceId')::uuid`, sql`(e.entry ->> 'environmentId')::uuid`)}) as entries,
              (select json_build_object('id', t.id, 'type', t.type) from notification_transport t where t.id = m.transport_id) as transport,
              (select t.url from notification_transport t where t.id = m.transport_id) as url`);

/** Marks a message as sent. */
export const markSent = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    update notification_message
    set sent_at = now()
    where id = ${id}`);

/** A message that was given up. `was_notified`: its account was notified of another failure for the same receiver within a day. */
type GivenUpMessage = {
  account_id: string;
  preferred_language: string | null;
  source_id: string;
  of_subscription: boolean;
  receiver: string;
  was_notified: boolean;
};

/**
 * Gives a message up and returns it; undefined if it was sent or given up before. Messages of an account are given up one after the other, so that the
 * account is notified only once.
 */
export async function giveUpMessage(tx: Tx, id: string): Promise<GivenUpMessage | undefined> {
  await tx.rows(sql`
    select a.id
    from account a
    where a.id = (select m.account_id from notification_message m where m.id = ${id})
    for no key update`);
  return tx.one(sql`
    update notification_message m
    set failed_at = now()
    from account a
    where m.id = ${id}
      and a.id = m.account_id
      and m.sent_at is null
      and m.failed_at is null
    returning m.account_id, a.preferred_language, m.source_id,
              exists (select from notification_subscription s where s.id = m.source_id) as of_subscription,
              coalesce((select t.host from notification_transport t where t.id = m.transport_id), m.email, a.email) as receiver,
              exists (
                select from notification_message o
                where o.source_id = m.source_id
                  and o.receiver = m.receiver
                  and o.failed_at > now() - interval '1 day') as was_notified`);
}

/** Deletes messages that are older than some days. */
export const removeOldMessages = (tx: Tx, days: number): Promise<unknown> =>
  tx.rows(sql`
    delete from notification_message
    where created_at < now() - make_interval(days => ${days}::int)`);

/** The accounts that may be notified of entries, with their languages; `place` is the position of the pair. */
export const selectReaders = (
  tx: Tx,
  pairs: readonly { account: string; entry: MessageEntry }[],
): Promise<{ place: number; preferred_language: string | null }[]> =>
  tx.rows(sql`
    select p.place::int as place, a.preferred_language
    from json_to_recordset(${json(pairs.map(({ account, entry }, place) => ({ place, account, space: entry.spaceId, environment: entry.environmentId })))}::json)
      as p (place integer, account uuid, space uuid, environment uuid)
    join account a on a.id = p.account and a.active
    where ${mayBeNotified(sql`a.id`, sql`p.space`, sql`p.environment`)}
    order by p.place`);

/** The environments of engines. */
export const selectEnvironmentsOfEngines = (
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; environment_id: string; workspace_id: string | null }[]> =>
  tx.rows(sql`
    select g.id, g.environment_id, g.workspace_id
    from engine g
    where g.id = any (${[...ids]}::uuid[])`);

/** Subscribers of events without a subscription: their account, or the object of their subscriptions, was deleted. */
export const selectFormerSubscribers = (tx: Tx): Promise<{ tenant: string; id: string }[]> =>
  tx.rows(sql`
    select distinct e.tenant_id as tenant, e.subscriber_id as id
    from event_subscription e
    where e.subscriber_kind = 'notification'
      and not exists (
        select from notification_subscription s
        where s.account_id = e.subscriber_id)`);
