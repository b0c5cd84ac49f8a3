/** The SQL statements about authorisation requests. */
import type { Tx } from '../../../../core/database/db.ts';
import { sql } from '../../../../core/database/sql.ts';
import type { FoundSession } from '../../../../identity/session-store.ts';

/** The facts for the decision: the age of the session, and the consent of the tenant and of the person of the session. */
export type AuthorizationFacts = {
  session_seconds: number;
  consent_method: 'required' | 'trusted' | null;
  allowed_scopes: string[];
  tenant_name: string;
};

/** Finds these facts for a client and the person of a session; undefined if the session has ended. */
export const selectAuthorizationFacts = (tx: Tx, { id, actor }: FoundSession, client: string): Promise<AuthorizationFacts | undefined> =>
  tx.one(sql`
    select extract(epoch from now() - s.created_at)::double precision as session_seconds, g.consent_method,
           coalesce(o.scopes, '{}') as allowed_scopes, t.name as tenant_name
    from sign_in_session s
    join account a on a.id = s.account_id
    join tenant t on t.id = a.tenant_id
    left join oauth_connection_config g on g.client_id = ${client} and g.tenant_id = a.tenant_id
    left join oauth_consent o on o.client_id = ${client} and o.account_id = a.id
    where s.id = ${id}
      and s.account_id = ${actor.id}`);

/** A code for a client. */
export type NewCode = { hash: Buffer; client: string; scopes: readonly string[]; redirectUri: string; challenge: string };

/** Adds a code for the person of a session; false if the session, the client or its connection config has ended meanwhile. */
export const insertCode = (tx: Tx, { id, actor }: FoundSession, code: NewCode): Promise<boolean> =>
  tx.any(sql`
    insert into oauth_code (hash, client_id, tenant_id, account_id, scopes, redirect_uri, challenge, authenticated_at)
    select ${code.hash}, c.id, g.tenant_id, s.account_id, ${[...code.scopes]}::text[], ${code.redirectUri}, ${code.challenge}, s.created_at
    from sign_in_session s
    join oauth_client c on c.id = ${code.client}
    join oauth_connection_config g on g.client_id = c.id
    where s.id = ${id}
      and s.account_id = ${actor.id}
      and g.tenant_id = ${actor.tenant}
      and c.deleted_at is null
    for key share of s, c, g
    returning hash`);

/** Adds scopes to those that a person has allowed a client. */
export const addConsent = (tx: Tx, { actor }: FoundSession, client: string, scopes: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    insert into oauth_consent as o (client_id, tenant_id, account_id, scopes)
    values (${client}, ${actor.tenant}, ${actor.id}, ${[...scopes]}::text[])
    on conflict on constraint oauth_consent_pkey do update
    set scopes = array(
      select distinct unnest(o.scopes || excluded.scopes)
      order by 1)`);
