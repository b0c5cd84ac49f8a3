/** Opens the grant that a person gave to a client. */
import { newId } from '../../../../core/base/id.ts';
import { Problem } from '../../../../core/base/problem.ts';
import type { Tx } from '../../../../core/database/db.ts';
import type { TokenCall } from './grant-type.ts';
import { ACCESS_SECONDS, REFRESH_SECONDS, type AccessTerms } from './token-answer.ts';
import { countGrants, insertGrant, insertRefreshToken } from './token-queries.ts';

/** The access that a person has given to a client, and the time of the person's sign-in. */
export type AllowedAccess = { client_id: string; tenant_id: string; account_id: string; scopes: readonly string[]; authenticated_at: Date };

/** A new grant with the terms of its access token, and with its refresh token if the client asked for one. */
export type OpenedGrant = { id: string; terms: AccessTerms; refreshToken: string | undefined };

/**
 * Opens a grant. The caller has locked the account. Returns a refusal if the account has the maximum number of grants.
 * @rule oauth.token.maximum
 */
export async function openGrant(tx: Tx, call: TokenCall, allowed: AllowedAccess): Promise<OpenedGrant | Problem> {
  const { client_id: client, tenant_id: tenant, account_id: account, scopes, authenticated_at: authenticatedAt } = allowed;
  const { count } = await countGrants(tx, account);
  if (count >= call.limits.oauthGrants)
    return new Problem(
      403,
      'tokens_limit',
      `The user has allowed OAuth clients ${count} times, which is the maximum: delete tokens of GET /api/v1/oauth-tokens that no program uses.`,
    );

  const id = newId();
  const isLong = scopes.includes('offline_access');
  const { deviceType, description } = call.body;
  const seconds = isLong ? REFRESH_SECONDS : ACCESS_SECONDS;
  await insertGrant(tx, { id, client, tenant, account, scopes, deviceType, description, authenticatedAt, seconds });
  return {
    id,
    terms: { account, tenant, client, scopes, grant: id, authenticatedAt },
    refreshToken: isLong ? await addRefreshToken(tx, call, id) : undefined,
  };
}

/** Adds a new refresh token to a grant, and returns it. Only its hash is stored. */
async function addRefreshToken(tx: Tx, { tokens }: Pick<TokenCall, 'tokens'>, grant: string): Promise<string> {
  const { secret, hash } = tokens.create('oauthRefresh');
  await insertRefreshToken(tx, grant, hash);
  return secret;
}
