import { asWritten, type Schema } from '@millrace/contract';
import { Problem } from '../../../core/base/problem.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { authenticateClient, provesItself } from './clients/client-proof.ts';
import { findToken, type KnownToken } from './token/known-token.ts';

/**
 * Returns the claims of a token of the client's tenant (RFC 7662).
 * @rule oauth.introspect.client
 * @rule oauth.introspect.tenant
 */
export const introspectOauthToken = endpoint('POST /oauth/introspect', {
  allow: 'public',
  transaction: 'none',

  async run(call) {
    if (!provesItself(call))
      throw new Problem(401, 'invalid_client', 'The client must prove its identity by its secret or by a signed assertion.');
    const client = await authenticateClient(call);
    const found = await findToken(call, call.body.token);
    const known = found && (await describe(call, found));
    if (known?.tenant !== client.tenant_id) return { status: 200, body: { active: false } };
    const scope = asWritten(known.scopes, client.vendor_words).join(' ');
    return { status: 200, body: { ...known.described, scope } };
  },
});

type Described = { tenant: string; scopes: readonly string[]; described: Schema<'OauthIntrospection'> };

async function describe(platform: Platform, found: KnownToken): Promise<Described | undefined> {
  const issuer = platform.publicUrl();
  if ('grant' in found) {
    const { grant } = found;
    const stated = { client_id: grant.client_id, username: grant.login, sub: grant.account_id, iss: issuer };
    const exp = Math.floor(grant.expires_at.getTime() / 1000);
    return grant.active ? { tenant: grant.tenant_id, scopes: grant.scopes, described: { active: true, ...stated, exp } } : undefined;
  }
  const { claims } = found;
  const actor = await platform.actorOfOauthToken(claims);
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
