/** The claims of access tokens, and their form in the token (RFC 9068). */

/** The claims of a token of a service account: the account, its tenant, and the id of the secret with which the token was requested. */
export type ServiceAccountClaims = { account: string; tenant: string; secretId: string };

/** The claims of a token of an OAuth client. Times are Unix times in seconds. */
export type OauthClaims = {
  /** The id of the token. */
  id: string;
  account: string;
  tenant: string;
  client: string;
  scopes: readonly string[];
  /** The grant of a person; undefined for tokens that a client gets without a person. */
  grant: string | undefined;
  /** The time of the person's sign-in; undefined without a person. */
  authenticatedAt: number | undefined;
  expiresAt: number;
};

/** The claims of a token. */
export type AccessClaims = ServiceAccountClaims | OauthClaims;

/** Returns the claims of a token by their names in it, without issuer and times. */
export const toTokenClaims = (claims: AccessClaims): Record<string, unknown> =>
  'client' in claims
    ? {
        sub: claims.account,
        tenant: claims.tenant,
        client_id: claims.client,
        jti: claims.id,
        scope: claims.scopes.join(' '),
        grant_id: claims.grant,
        auth_time: claims.authenticatedAt,
      }
    : { sub: claims.account, tenant: claims.tenant, client_id: claims.account, jti: crypto.randomUUID(), secret_id: claims.secretId };

type TokenPayload = Readonly<Record<string, unknown>>;

/** Reads the claims of a token that the install has signed; undefined if it has none of the two forms. */
export function claimsIn(payload: TokenPayload): AccessClaims | undefined {
  const { sub: account, tenant, secret_id: secretId } = payload;
  if (typeof account !== 'string' || typeof tenant !== 'string') return undefined;
  return typeof secretId === 'string' ? { account, tenant, secretId } : oauthClaimsIn(account, tenant, payload);
}

function oauthClaimsIn(account: string, tenant: string, payload: TokenPayload): OauthClaims | undefined {
  const { client_id: client, jti: id, scope, grant_id: grant, auth_time: authenticatedAt, exp: expiresAt } = payload;
  if (typeof client !== 'string' || typeof id !== 'string' || typeof scope !== 'string' || typeof expiresAt !== 'number') return undefined;
  return {
    id,
    account,
    tenant,
    client,
    scopes: scope.split(' ').filter((name) => name !== ''),
    grant: typeof grant === 'string' ? grant : undefined,
    authenticatedAt: typeof authenticatedAt === 'number' ? authenticatedAt : undefined,
    expiresAt,
  };
}
