/** The SQL statements about links by which people set passwords. */
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';

/** The purpose of a link: a first password, or another one. */
export type LinkKind = 'invitation' | 'reset';

/** The hours for which a link is valid. */
export const LINK_HOURS: Readonly<Record<LinkKind, number>> = { invitation: 72, reset: 1 };

/** Adds a link by the hash of its token. Returns its end. */
export const insertLink = (tx: Tx, account: string, kind: LinkKind, hash: Buffer): Promise<{ expires_at: Date }> =>
  tx.only(sql`
    insert into password_link (hash, account_id, kind, expires_at)
    values (${hash}, ${account}, ${kind}, now() + make_interval(hours => ${LINK_HOURS[kind]}))
    returning expires_at`);

/** Builds the condition that a person has no password and no token yet, and a valid link to set a password; `account` is a column of the statement. */
export const isInvited = (account: Sql): Sql => sql`
  (not exists (
     select from account_password ip
     where ip.account_id = ${account})
   and not exists (
     select from personal_access_token it
     where it.account_id = ${account})
   and exists (
     select from password_link il
     where il.account_id = ${account}
       and il.kind = 'invitation'
       and il.expires_at > now()))`;

/** The person of a link that is valid. */
export type LinkRow = { account: string; tenant: string; login: string; email: string };

/** Finds the person of a link that is valid. */
export const selectLink = (tx: Tx, hash: Buffer): Promise<LinkRow | undefined> =>
  tx.one(sql`
    select a.id as account, a.tenant_id as tenant, a.login, a.email
    from password_link l
    join account a on a.id = l.account_id
    where l.hash = ${hash}
      and l.expires_at > now()
      and a.active`);

/** Uses up a link that is valid; false if another call has used it. */
export const takeLink = (tx: Tx, hash: Buffer): Promise<boolean> =>
  tx.any(sql`
    delete from password_link l
    using account a
    where l.hash = ${hash}
      and l.expires_at > now()
      and a.id = l.account_id
      and a.active
    returning l.hash`);

/** Removes the links of an account. */
export const removeLinks = (tx: Tx, account: string): Promise<unknown> =>
  tx.rows(sql`
    delete from password_link
    where account_id = ${account}`);

/** Removes links that have expired. */
export const removeExpiredLinks = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`
    delete from password_link
    where expires_at <= now()`);

/** A person that gets a mail. */
export type RecipientRow = { id: string; login: string; email: string };

/** Several tenants may have an account of the same email address. */
const MAX_RECIPIENTS = 4;

/** Selects the active people with an email address, in any letter case. */
export const selectRecipients = (tx: Tx, email: string): Promise<RecipientRow[]> =>
  tx.rows(sql`
    select id, login, email
    from account
    where lower(email) = lower(${email})
      and email <> ''
      and active
      and user_type = 'HUMAN'
      and bot_client_id is null
    order by id
    limit ${MAX_RECIPIENTS}`);

/** Finds an active person by its id. */
export const selectRecipient = (tx: Tx, id: string): Promise<RecipientRow | undefined> =>
  tx.one(sql`
    select id, login, email
    from account
    where id = ${id}
      and active
      and user_type = 'HUMAN'
      and bot_client_id is null`);

/** Returns whether an account has an email address. */
export const hasEmail = (tx: Tx, id: string): Promise<boolean> =>
  tx.any(sql`
    select id
    from account
    where id = ${id}
      and email <> ''`);

/** Finds the first person with a login, and whether it has a password. */
export const selectByLogin = (tx: Tx, login: string): Promise<{ id: string; has_password: boolean } | undefined> =>
  tx.one(sql`
    select a.id, exists (select from account_password p where p.account_id = a.id) as has_password
    from account a
    where lower(a.login) = lower(${login})
      and a.user_type = 'HUMAN'
      and a.bot_client_id is null
    order by a.id
    limit 1`);
