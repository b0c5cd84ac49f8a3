/** Credential schemes: the ways in which callers prove their identity. Has those of bearer tokens: personal access tokens, and signed access tokens. */
import { sql, type Tx } from '../core/database/sql.ts';
import type { BatchedStatement, StatementBatcher } from '../core/database/statement-batcher.ts';
import type { AccessTokens, OauthClaims, ServiceAccountClaims } from './access-tokens.ts';
import { actorColumns, type ActorRow, enabledAllowlist, foundBySecret, isStale, noteUse, toActor } from './actor-rows.ts';
import type { Actor } from './actor.ts';
import { TOKEN_PREFIX, type Tokens } from './tokens.ts';
import type { AccountUses, GrantUses } from './uses.ts';

/** The credential of a request: the bearer token of the header Authorization, or else the cookie of a session with the CSRF token. */
export type Credential = { type: 'bearer'; token: string } | { type: 'session'; secret: string; csrfToken: string | undefined };

/** One scheme. No credential has the form of two schemes. */
export type Scheme = {
  /** Returns whether a credential has the form of this scheme. */
  fits(credential: Credential): boolean;
  /** The actor of a credential that is used for an operation; undefined if it is unknown, expired or revoked, or its account is inactive. */
  identify(credential: Credential, route: string): Promise<Actor | undefined>;
};

/** Builds a scheme of bearer tokens. */
const bearerScheme = (
  fits: (token: string) => boolean,
  identify: (token: string, route: string) => Promise<Actor | undefined>,
): Scheme => ({
  fits: (credential) => credential.type === 'bearer' && fits(credential.token),
  identify: (credential, route) => (credential.type === 'bearer' ? identify(credential.token, route) : Promise.resolve(undefined)),
});

/** Builds the scheme of personal access tokens. Those that are used at the same moment are found by one statement. */
export function personalAccessTokens({ tokens, batcher }: { tokens: Tokens; batcher: StatementBatcher }): Scheme {
  const actors = foundBySecret(tokens, findActorsOfPersonalTokens);
  return bearerScheme(
    (token) => token.startsWith(TOKEN_PREFIX.personal),
    (token) => batcher.run(actors, token),
  );
}

type TokenActorRow = ActorRow & { hash: string; token_id: string; stale: boolean };

/** Finds the actors of personal access tokens by their hashes, and stores the use of the tokens now and then. The map has the hashes in hex. */
export async function findActorsOfPersonalTokens(tx: Tx, hashes: Buffer[]): Promise<Map<string, Actor>> {
  const rows = await tx.rows<TokenActorRow>(sql`
    select encode(t.hash, 'hex') as hash, t.id as token_id, ${actorColumns},
           ${isStale(sql`t.last_used_at`)} as stale
    from personal_access_token t
    join account a on a.id = t.account_id
    where t.hash = any (${hashes}::bytea[])
      and a.active
      and (t.expires_at is null or t.expires_at > now())`);
  const stale = rows.filter((row) => row.stale).map((row) => row.token_id);
  // Another process may store the use of some of them.
  await noteUse(stale, (ids) =>
    tx.rows(sql`
      update personal_access_token
      set last_used_at = now()
      where id in (
        select id
        from personal_access_token
        where id = any (${ids}::uuid[])
        order by id
        for no key update skip locked)`),
  );
  return new Map(rows.map((row) => [row.hash, toActor(row)]));
}

type Parts = {
  accessTokens: AccessTokens;
  actorOfOauthToken(claims: OauthClaims): Promise<Actor | undefined>;
  accountUses: AccountUses;
  grantUses: GrantUses;
  batcher: StatementBatcher;
};

/** Builds the scheme of access tokens, which are signed: those of OAuth clients and those of service accounts. */
export const accessTokenScheme = ({ accessTokens, actorOfOauthToken, accountUses, grantUses, batcher }: Parts): Scheme =>
  bearerScheme(
    (token) => token.startsWith('eyJ'),
    async (token, route) => {
      const claims = await accessTokens.check(token);
      if (!claims) return undefined;
      if ('client' in claims) {
        const found = await actorOfOauthToken(claims);
        if (found && claims.grant !== undefined) grantUses.note(claims.grant);
        return found;
      }
      const actor = await batcher.run(actorsOfServiceAccountTokens, claims);
      if (actor) accountUses.note(actor.id, route);
      return actor;
    },
  );

type SecretRow = Omit<ActorRow, 'user_type'> & { secret_id: string; uses_vendor_words: boolean };

/**
 * Finds the accounts of simultaneous calls by one statement.
 * @rule service-accounts.token.at-once
 */
const actorsOfServiceAccountTokens: BatchedStatement<ServiceAccountClaims, Actor | undefined> = {
  atOnce: 1,
  most: 100,
  run: async ({ reader }, claims) => {
    const rows = await reader.rows<SecretRow>(sql`
      select k.id as secret_id, a.id, a.tenant_id, a.login, s.permissions, cardinality(s.vendor_words) > 0 as uses_vendor_words,
             ${enabledAllowlist} as allowlist
      from service_account_secret k
      join service_account s on s.account_id = k.account_id
      join account a on a.id = s.account_id
      where k.id = any (${[...new Set(claims.map(({ secretId }) => secretId))]}::uuid[])
        and a.active`);
    const found = new Map(rows.map((row) => [row.secret_id, row]));
    return claims.map(({ account, tenant, secretId }) => {
      const row = found.get(secretId);
      if (row?.id !== account || row.tenant_id !== tenant) return undefined;
      const { id, login, allowlist, uses_vendor_words: usesVendorWords } = row;
      return { id, tenant, login, userType: 'SERVICE', permissions: new Set(row.permissions ?? []), allowlist, usesVendorWords };
    });
  },
};

type OauthTokenRow = ActorRow & { token_id: string; uses_vendor_words: boolean };

/**
 * Finds the actors of the tokens of simultaneous calls by one statement.
 * @rule oauth.use.ended
 */
export const actorsOfOauthTokens: BatchedStatement<OauthClaims, Actor | undefined> = {
  atOnce: 1,
  most: 100,
  run: async ({ reader }, claims) => {
    const distinct = [...new Map(claims.map((claim) => [claim.id, claim])).values()];
    const rows = await reader.rows<OauthTokenRow>(sql`
      select t.id as token_id, cardinality(c.vendor_words) > 0 as uses_vendor_words, ${actorColumns}
      from unnest(
        ${distinct.map(({ id }) => id)}::uuid[], ${distinct.map(({ account }) => account)}::uuid[],
        ${distinct.map(({ client }) => client)}::uuid[], ${distinct.map(({ grant }) => grant ?? null)}::uuid[]
      ) as t (id, account_id, client_id, grant_id)
      join account a on a.id = t.account_id
      join oauth_connection_config g on g.client_id = t.client_id and g.tenant_id = a.tenant_id
      join oauth_client c on c.id = t.client_id
      where a.active
        and c.deleted_at is null
        and (t.grant_id is null or exists (select from oauth_grant r where r.id = t.grant_id))
        and not exists (select from oauth_revoked_token v where v.id = t.id)`);
    const found = new Map(rows.map((row) => [row.token_id, row]));
    return claims.map(({ id, tenant, scopes }) => {
      const row = found.get(id);
      return row?.tenant_id === tenant ? { ...toActor(row), scopes: new Set(scopes), usesVendorWords: row.uses_vendor_words } : undefined;
    });
  },
};
