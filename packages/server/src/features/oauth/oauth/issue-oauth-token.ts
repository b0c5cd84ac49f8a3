import { neutralWord } from '@millrace/contract';
import { invalid } from '../../../core/base/problem.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { IMPERSONATION, issueClientToken, issueImpersonationToken } from './token/client-grant.ts';
import { redeemAuthorizationCode } from './token/code-grant.ts';
import { exchangeAccessToken } from './token/exchange-grant.ts';
import type { GrantType } from './token/grant-type.ts';
import { redeemRefreshToken } from './token/refresh-grant.ts';

/** The grant types of the token endpoint. */
export const GRANT_TYPES: Readonly<Record<string, GrantType>> = {
  authorization_code: redeemAuthorizationCode,
  refresh_token: redeemRefreshToken,
  client_credentials: issueClientToken,
  'urn:ietf:params:oauth:grant-type:token-exchange': exchangeAccessToken,
  [IMPERSONATION]: issueImpersonationToken,
};

/**
 * Issues tokens to an OAuth client.
 * @rule oauth.token.grants
 * @rule oauth.public.bearer
 */
export const issueOauthToken = endpoint('POST /oauth/token', {
  allow: 'public',
  // Each grant type has its own transactions.
  transaction: 'none',

  async run(call) {
    const name = neutralWord(call.body.grant_type);
    const issue = Object.hasOwn(GRANT_TYPES, name) ? GRANT_TYPES[name] : undefined;
    if (!issue) throw invalid('unsupported_grant_type', `The field grant_type must be one of ${Object.keys(GRANT_TYPES).join(', ')}.`);
    return { status: 200, body: await issue(call) };
  },
});
