/** The answers of the token endpoint. */
import { asWritten, type Schema } from '@millrace/contract';
import { newId } from '../../../../core/base/id.ts';
import { nowMilliseconds } from '../../../../core/base/clock.ts';
import type { TokenCall } from './grant-type.ts';

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
  vendorWords?: readonly string[];
  /** The latest end of the token, as Unix time in seconds. */
  until?: number;
};

/**
 * Issues an access token, and returns the answer with it.
 * @rule oauth.token.answer
 * @rule oauth.token.words
 */
export async function answerToken(
  { accessTokens, wordsSent }: Pick<TokenCall, 'accessTokens' | 'wordsSent'>,
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
    scope: asWritten(scopes, [...wordsSent.asTheirs, ...(terms.vendorWords ?? [])]).join(' '),
    expires_in: seconds,
    expires_at: new Date(expiresAt * 1000).toISOString(),
    ...(authenticatedAt !== undefined && { auth_time: authenticatedAt }),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  };
}
