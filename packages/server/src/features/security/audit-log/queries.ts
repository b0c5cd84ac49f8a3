/** The statements that write entries of the audit log, and those that read single ones. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql, type Sql } from '../../../core/database/sql.ts';
import type { ChangeFacts } from '../../../core/http/changes.ts';
import { entryOf, type Author, type NewEntry } from './entry.ts';

/**
 * Builds the statement that stores entries; other statements contain it. The condition gives the transaction its id before a number is taken, because
 * sealing needs this order.
 */
export const insertEntries = (entries: readonly NewEntry[]): Sql => sql`
  insert into audit_entry (
    id, number, tenant_id, account_id, action, login, email, request_id, client_address, method, url, user_agent, request_body, status,
    response_body)
  select n.id, nextval('audit_number'), n.tenant_id, n.account_id, n.action, n.login,
         coalesce((select a.email from account a where a.id = n.account_id), ''), n.request_id, n.client_address, n.method, n.url, n.user_agent,
         n.request_body, n.status, n.response_body
  from json_to_recordset(${json(entries)}::json) as n (
    id uuid, tenant_id uuid, account_id uuid, action text, login text, request_id text, client_address text, method text, url text,
    user_agent text, request_body text, status smallint, response_body text)
  where pg_current_xact_id() is not null`;

/**
 * Stores the entry of a change, in the transaction of the change.
 * @rule audit-log.record.transaction
 */
export const recordChange = (tx: Tx, facts: ChangeFacts): Promise<unknown> => tx.rows(insertEntries([entryOf(facts)]));

/** Finds the service account that a sign-in names; without one, the entry belongs to the first tenant of the install. */
export const selectSignInAuthor = (tx: Tx, account: string | undefined): Promise<Author | undefined> =>
  tx.one(sql`
    select t.id as tenant, a.id, coalesce(a.login, '') as login
    from (
      select id
      from tenant
      order by created_at, id
      limit 1) first
    left join account a on a.id = ${account ?? null}::uuid and a.user_type = 'SERVICE'
    left join oauth_client c on c.id = ${account ?? null}::uuid
    join tenant t on t.id = coalesce(a.tenant_id, c.tenant_id, first.id)`);

/** Selects the people that a sign-in on a page names, by login or id: several tenants may have the same login. */
export const selectPeopleOfSignIn = (tx: Tx, { login, account }: { login?: string; account?: string | undefined }): Promise<Author[]> =>
  tx.rows(sql`
    select a.tenant_id as tenant, a.id, a.login
    from account a
    where a.user_type = 'HUMAN'
      and (lower(a.login) = lower(${login ?? null}::text) or a.id = ${account ?? null}::uuid)
    order by a.tenant_id
    limit 10`);

/** Continues the numbers of entries after those of a restored state. */
export const continueNumbers = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`
    select setval('audit_number', last.number)
    from (
      select greatest((select max(e.number) from audit_entry e), (select max(s.until) from audit_seal s)) as number) last
    where last.number is not null`);
