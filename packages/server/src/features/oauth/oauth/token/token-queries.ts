/** The SQL statements of the token endpoint. */
import { sql } from '../../../../core/database/sql.ts';
import type { Tx } from '../../../../core/database/db.ts';
import type { OauthClaims } from '../../../../identity/access-tokens.ts';
import { raisedIssues, raisedRevocations, raisedTokenEnd, type AccessEnd } from './grant-events.ts';

/** The account for which a client acts. */
export type SubjectRow = { id: string; tenant_id: string; active: boolean };

/** Finds a person of a tenant by its login or its id. */
export const findSubject = (tx: Tx, tenant: string, by: { login: string } | { id: string }): Promise<SubjectRow | undefined> =>
  tx.one(sql`
    select id, tenant_id, active
    from account
    where tenant_id = ${tenant}
      and user_type = 'HUMAN'
      and bot_client_id is null
      and ${'id' in by ? sql`id = ${by.id}` : sql`lower(login) = lower(${by.login})`}`);

/** A code with the account that gave it. */
export type CodeRow = {
  client_id: string;
  tenant_id: string;
  account_id: string;
  active: boolean;
  scopes: string[];
  redirect_uri: string;
  challenge: string;
  authenticated_at: Date;
  expired: boolean;
  grant_id: string | null;
};

/** Seconds for which a code is valid, and within which a second use of a refresh token counts as a repeated request. */
const CODE_SECONDS = 60;
const AGAIN_SECONDS = 30;

/** Locks a code and its account. */
export const lockCode = (tx: Tx, hash: Buffer): Promise<CodeRow | undefined> =>
  tx.one(sql`
    select c.client_id, c.tenant_id, c.account_id, a.active, c.scopes, c.redirect_uri, c.challenge, c.authenticated_at, c.grant_id,
           c.created_at <= now() - make_interval(secs => ${CODE_SECONDS}) as expired
    from oauth_code c
    join account a on a.id = c.account_id
    where c.hash = ${hash}
    for update of c
    for no key update of a`);

/** Marks a locked code as redeemed. */
export const redeemCode = (tx: Tx, hash: Buffer, grant: string): Promise<unknown> =>
  tx.rows(sql`
    update oauth_code
    set grant_id = ${grant}
    where hash = ${hash}`);

/** Locks the grant of a refresh token and its account. */
export const lockGrant = (tx: Tx, hash: Buffer): Promise<{ id: string; active: boolean; expired: boolean } | undefined> =>
  tx.one(sql`
    select g.id, a.active, g.expires_at <= now() as expired
    from oauth_refresh_token t
    join oauth_grant g on g.id = t.grant_id
    join account a on a.id = g.account_id
    where t.hash = ${hash}
    for update of g
    for share of a`);

/**
 * Returns whether a replaced token was the last but one of its grant, and was replaced so shortly before that the client may have sent the request
 * twice.
 */
export const isSentAgain = (tx: Tx, hash: Buffer): Promise<boolean> =>
  tx.any(sql`
    select t.grant_id
    from oauth_refresh_token t
    where t.hash = ${hash}
      and t.replaced_at > clock_timestamp() - make_interval(secs => ${AGAIN_SECONDS})
      and not exists (
        select from oauth_refresh_token later
        where later.grant_id = t.grant_id
          and later.replaced_at > t.replaced_at)`);

/** Adds a refresh token to a grant. */
export const insertRefreshToken = (tx: Tx, grant: string, hash: Buffer): Promise<unknown> =>
  tx.rows(sql`
    insert into oauth_refresh_token (hash, grant_id)
    values (${hash}, ${grant})`);

/** A new grant. */
export type NewGrant = {
  id: string;
  client: string;
  tenant: string;
  account: string;
  scopes: readonly string[];
  deviceType: string | undefined;
  description: string | undefined;
  authenticatedAt: Date;
  seconds: number;
};

/** Adds a grant. */
export const insertGrant = (tx: Tx, grant: NewGrant): Promise<unknown> =>
  tx.rows(sql`
    with added as (
      insert into oauth_grant (id, client_id, tenant_id, account_id, scopes, device_type, description, authenticated_at, expires_at)
      values (
        ${grant.id}, ${grant.client}, ${grant.tenant}, ${grant.account}, ${[...grant.scopes]}::text[], ${grant.deviceType ?? null},
        ${grant.description ?? null}, ${grant.authenticatedAt}, now() + make_interval(secs => ${grant.seconds}))
      returning *
    )
    ${raisedIssues(sql`added`)}`);

/** Ends a grant with all its tokens. */
export const endGrant = (tx: Tx, id: string, end: AccessEnd): Promise<unknown> =>
  tx.rows(sql`
    with ended as (
      delete from oauth_grant
      where id = ${id}
      returning *
    )
    ${raisedRevocations(sql`ended`, end)}`);

/** Counts the grants of an account that have not ended. */
export const countGrants = (tx: Tx, account: string): Promise<{ count: number }> =>
  tx.only(sql`
    select count(*) as count
    from oauth_grant
    where account_id = ${account}
      and expires_at > now()`);

/** The grant of a refresh token that can be used, with the login of its account. */
export type TokenGrantRow = {
  id: string;
  client_id: string;
  tenant_id: string;
  account_id: string;
  login: string;
  active: boolean;
  scopes: string[];
  expires_at: Date;
};

/** Finds the grant of a refresh token that was not replaced and has not expired. */
export const findGrantOfToken = (tx: Tx, hash: Buffer): Promise<TokenGrantRow | undefined> =>
  tx.one(sql`
    select g.id, g.client_id, g.tenant_id, g.account_id, a.login, a.active, g.scopes, g.expires_at
    from oauth_refresh_token t
    join oauth_grant g on g.id = t.grant_id
    join account a on a.id = g.account_id
    where t.hash = ${hash}
      and t.replaced_at is null
      and g.expires_at > now()`);

/** Ends an access token before its time. */
export const revokeAccessToken = (tx: Tx, claims: OauthClaims): Promise<unknown> =>
  tx.rows(sql`
    with ended as (
      insert into oauth_revoked_token (id, expires_at)
      values (${claims.id}, ${new Date(claims.expiresAt * 1000)})
      on conflict do nothing
      returning id
    )
    ${raisedTokenEnd(sql`ended`, claims)}`);
