/** What the grant types of the token endpoint share: the request, the refusals, and the answer with the tokens. */
import { asWritten, type Schema } from '@millrace/contract';
import { nowMilliseconds } from '../../../../core/base/clock.ts';
import { newId } from '../../../../core/base/id.ts';
import { invalid, Problem, withReason } from '../../../../core/base/problem.ts';
import type { OauthCall } from '../clients/client-proof.ts';

/** A request to the token endpoint. */
export type TokenCall = OauthCall & { body: Schema<'OauthTokenRequest'> };

/** Checks a request of one grant type and issues its tokens. */
export type GrantType = (call: TokenCall) => Promise<Schema<'OauthTokens'>>;

/** Returns a field that the grant type requires; refuses a request without it. */
export function requireTokenField<Name extends keyof Schema<'OauthTokenRequest'>>(
  { body }: TokenCall,
  name: Name,
): NonNullable<Schema<'OauthTokenRequest'>[Name]> {
  const value = body[name];
  if (value === undefined || value === '') throw invalid('invalid_request', `The field ${String(name)} is missing.`);
  return value as NonNullable<Schema<'OauthTokenRequest'>[Name]>;
}

/**
 * Builds the refusal (401) of a code or token that cannot be used, for any reason. The client must forget it, and only its owner gets the reason.
 * @rule oauth.token.unusable
 */
export const unusableGrant = (noun: string, reason: string, advice = 'The program must ask the user to sign in again.'): Problem =>
  withReason(
    new Problem(
      401,
      'invalid_grant',
      `The ${noun} is unknown, used, expired or of another client: drop it and ask the user to sign in again.`,
    ),
    { reason, advice },
  );

/**
 * Builds the refusal (403) of a code or token whose user is disabled.
 * @rule oauth.token.disabled
 */
export const disabledUser = (): Problem => new Problem(403, 'access_denied', 'The user is disabled: ask an administrator to enable it.');

/** Seconds for which an access token is valid. */
export const ACCESS_SECONDS = 21_600;
/** Seconds for which a refresh token is valid. */
export const REFRESH_SECONDS = 30 * 86_400;

/** The account, client and grant of an access token, and its scopes. */
export type AccessTerms = {
  account: string;
  tenant: string;
  client: string;
  scopes: readonly string[];
  grant?: string | undefined;
  authenticatedAt?: Date | undefined;
  /** The scopes that the client wrote in the words of the published product when it was created. */
  asTheirs?: readonly string[];
  /** The latest end of the token, as Unix time in seconds. */
  until?: number;
};

/**
 * Issues an access token, and returns the answer with it.
 * @rule oauth.token.answer
 * @rule oauth.token.words
 */
export async function issueAccessToken(
  { identity: { accessTokens }, wordsSent }: Pick<TokenCall, 'wordsSent'> & { identity: Pick<TokenCall['identity'], 'accessTokens'> },
  terms: AccessTerms,
  refreshToken?: string,
): Promise<Schema<'OauthTokens'>> {
  const { account, tenant, client, scopes, grant, authenticatedAt: proven, until = Infinity } = terms;
  const authenticatedAt = proven && Math.floor(proven.getTime() / 1000);
  const expiresAt = Math.min(Math.floor(nowMilliseconds() / 1000) + ACCESS_SECONDS, until);
  const claims = { id: newId(), account, tenant, client, scopes, grant, authenticatedAt, expiresAt };
  const { token, seconds } = await accessTokens.issue(claims);
  return {
    access_token: token,
    token_type: 'bearer',
    scope: asWritten(scopes, [...wordsSent.asTheirs, ...(terms.asTheirs ?? [])]).join(' '),
    expires_in: seconds,
    expires_at: new Date(expiresAt * 1000).toISOString(),
    ...(authenticatedAt !== undefined && { auth_time: authenticatedAt }),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  };
}
