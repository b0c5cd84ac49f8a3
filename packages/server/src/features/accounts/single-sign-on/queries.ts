/** The SQL statements about sign-ins through an identity provider. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';

/** Adds a sign-in that begins, and removes some expired ones. There are few, because the number of sign-ins of each address is limited. */
export const insertFlow = (tx: Tx, { hash, returnTo, seconds }: { hash: Buffer; returnTo: string; seconds: number }): Promise<unknown> =>
  tx.rows(sql`
    with expired as (
      delete from openid_flow
      where hash in (
        select hash
        from openid_flow
        where expires_at <= now()
        limit 100
        for update skip locked))
    insert into openid_flow (hash, return_to, expires_at)
    values (${hash}, ${returnTo}, now() + make_interval(secs => ${seconds}))`);

/** Removes a sign-in, and returns it if it has not expired. */
export const deleteFlow = (tx: Tx, hash: Buffer): Promise<{ return_to: string } | undefined> =>
  tx.one(sql`
    delete from openid_flow
    where hash = ${hash}
      and expires_at > now()
    returning return_to`);

/** A user that may be the person; `is_bound`: the user is bound to a subject of the issuer. */
export type CandidateUser = { id: string; tenant: string; login: string; active: boolean; is_bound: boolean };

/** Finds the user that is bound to a subject. */
export const selectBoundUser = (tx: Tx, issuer: string, subject: string): Promise<CandidateUser | undefined> =>
  tx.one(sql`
    select a.id, a.tenant_id as tenant, a.login, a.active, true as is_bound
    from openid_subject s
    join account a on a.id = s.account_id
    where s.issuer = ${issuer}
      and s.subject = ${subject}`);

/** Selects the users of all tenants with an email address, also as their login: at most two, because only a single one can be used. */
export const selectUsersNamed = (tx: Tx, issuer: string, email: string): Promise<CandidateUser[]> =>
  tx.rows(sql`
    select a.id, a.tenant_id as tenant, a.login, a.active,
           exists (select from openid_subject s where s.account_id = a.id and s.issuer = ${issuer}) as is_bound
    from account a
    where (lower(a.email) = lower(${email}) or lower(a.login) = lower(${email}))
      and a.user_type = 'HUMAN'
      and a.bot_client_id is null
    order by a.id
    limit 2`);

/** Binds a user to a subject. */
export const insertSubject = (tx: Tx, { issuer, subject }: { issuer: string; subject: string }, account: string): Promise<unknown> =>
  tx.rows(sql`
    insert into openid_subject (issuer, subject, account_id)
    values (${issuer}, ${subject}, ${account})`);

/** Returns whether a tenant has an account with a login. */
export const isLoginTaken = (tx: Tx, tenant: string, login: string): Promise<boolean> =>
  tx.any(sql`
    select id
    from account
    where tenant_id = ${tenant}
      and lower(login) = lower(${login})`);

/** The first tenant of the install, in which new users are created. */
export const selectFirstTenant = (tx: Tx): Promise<{ tenant: string }> =>
  tx.only(sql`
    select id as tenant
    from tenant
    order by created_at, id
    limit 1`);
