/** The token of a request for its revocation or introspection. A hint about its type is not used: a wrong one must change nothing. */
import type { Schema } from '@millrace/contract';
import { sql, type Tx } from '../../../../core/database/sql.ts';
import type { Platform } from '../../../../core/platform/platform.ts';
import type { OauthClaims } from '../../../../identity/access-tokens.ts';
import { raisedFrom } from '../../../events/outbox/index.ts';
import { endGrant, revocation } from './grants.ts';

/** An access token of an OAuth client by its claims, or the newest refresh token of a grant. */
type KnownToken = { client: string; claims: OauthClaims } | { client: string; grant: TokenGrantRow };

/** Finds a token of an OAuth client; undefined for an unknown, expired or revoked one, and for any other text. */
export async function findToken({ identity: { accessTokens, tokens }, db }: Platform, token: string): Promise<KnownToken | undefined> {
  const claims = await accessTokens.check(token);
  if (claims) return 'client' in claims ? { client: claims.client, claims } : undefined;
  const grant = await db.reader.one<TokenGrantRow>(sql`
    select g.id, g.client_id, g.tenant_id, g.account_id, a.login, a.active, g.scopes, g.expires_at
    from oauth_refresh_token t
    join oauth_grant g on g.id = t.grant_id
    join account a on a.id = g.account_id
    where t.hash = ${tokens.hash(token)}
      and t.replaced_at is null
      and g.expires_at > now()`);
  return grant && { client: grant.client_id, grant };
}

/** Ends a token; a refresh token ends with its grant. */
export const endToken = ({ db }: Platform, token: KnownToken): Promise<unknown> =>
  'grant' in token ? endGrant(db.writer, token.grant.id, { actor: undefined, byBearer: true }) : revokeAccessToken(db.writer, token.claims);

/** The claims of a token, with its tenant and scopes. */
type Described = { tenant: string; scopes: readonly string[]; described: Schema<'OauthIntrospection'> };

/** Describes a token that can be used; undefined if its user is disabled, or its access has ended. */
export async function describeToken(platform: Platform, found: KnownToken): Promise<Described | undefined> {
  const issuer = platform.settings.publicUrl();
  if ('grant' in found) {
    const { grant } = found;
    const stated = { client_id: grant.client_id, username: grant.login, sub: grant.account_id, iss: issuer };
    const exp = Math.floor(grant.expires_at.getTime() / 1000);
    return grant.active ? { tenant: grant.tenant_id, scopes: grant.scopes, described: { active: true, ...stated, exp } } : undefined;
  }
  const { claims } = found;
  const actor = await platform.identity.actorOfOauthToken(claims);
  if (!actor) return undefined;
  return {
    tenant: claims.tenant,
    scopes: claims.scopes,
    described: {
      active: true,
      client_id: claims.client,
      username: actor.login,
      token_type: 'bearer',
      sub: claims.account,
      iss: issuer,
      aud: issuer,
      jti: claims.id,
      exp: claims.expiresAt,
    },
  };
}

/** The grant of a refresh token that can be used, with the login of its account. */
type TokenGrantRow = {
  id: string;
  client_id: string;
  tenant_id: string;
  account_id: string;
  login: string;
  active: boolean;
  scopes: string[];
  expires_at: Date;
};

/** Ends an access token before its time, and raises the event of its end unless it was ended before. */
const revokeAccessToken = (tx: Tx, { id, grant, account, client, tenant, expiresAt }: OauthClaims): Promise<unknown> =>
  tx.rows(sql`
    with ended as (
      insert into oauth_revoked_token (id, expires_at)
      values (${id}, ${new Date(expiresAt * 1000)})
      on conflict do nothing
      returning id
    )
    ${raisedFrom(sql`
      select ${tenant}::uuid as tenant_id, 'com.service.v1.oauth-token.revoked' as type, null::uuid as space_id, ${grant ?? id}::text as resource_id,
             ${account}::uuid as owner_id, null::uuid as actor_id, jsonb_build_object(
               'id', ${id}::text, ${revocation({ actor: undefined, byBearer: true })}, 'revokedContext', jsonb_build_object(
                 'grantId', ${grant ?? null}::text, 'userId', ${account}::text, 'clientId', ${client}::text, 'tenantId', ${tenant}::text)) as data
      from ended`)}`);
