/** Finds the token of a request for its revocation or introspection. A hint about its type is not used: a wrong one must change nothing. */
import type { Platform } from '../../../../core/platform/platform.ts';
import type { OauthClaims } from '../../../../identity/access-tokens.ts';
import { endGrant, findGrantOfToken, revokeAccessToken, type TokenGrantRow } from './token-queries.ts';

export { endGrant };

/** An access token of an OAuth client by its claims, or the newest refresh token of a grant. */
export type KnownToken = { client: string; claims: OauthClaims } | { client: string; grant: TokenGrantRow };

/** Returns undefined for an unknown, expired or revoked token, and for any other text. */
export async function findToken({ accessTokens, tokens, db }: Platform, token: string): Promise<KnownToken | undefined> {
  const claims = await accessTokens.check(token);
  if (claims) return 'client' in claims ? { client: claims.client, claims } : undefined;
  const grant = await findGrantOfToken(db.reader, tokens.hash(token));
  return grant && { client: grant.client_id, grant };
}

/** Ends a token; a refresh token ends with its grant. */
export const endToken = ({ db }: Platform, token: KnownToken): Promise<unknown> =>
  'grant' in token ? endGrant(db.writer, token.grant.id, { actor: undefined, byBearer: true }) : revokeAccessToken(db.writer, token.claims);
