/** The grant types of the token endpoint. */
import { IMPERSONATION } from '../oauth-clients/index.ts';
import { issueClientToken, issueImpersonationToken } from './token/client-grant.ts';
import { redeemAuthorizationCode } from './token/code-grant.ts';
import { DEVICE_GRANT, redeemDeviceCode } from './token/device-grant.ts';
import { exchangeAccessToken } from './token/exchange-grant.ts';
import type { GrantType } from './token/grant-type.ts';
import { redeemRefreshToken } from './token/refresh-grant.ts';

/** The handlers of the grant types, by their names in a request. */
export const GRANT_TYPES: Readonly<Record<string, GrantType>> = {
  authorization_code: redeemAuthorizationCode,
  refresh_token: redeemRefreshToken,
  client_credentials: issueClientToken,
  'urn:ietf:params:oauth:grant-type:token-exchange': exchangeAccessToken,
  [IMPERSONATION]: issueImpersonationToken,
  [DEVICE_GRANT]: redeemDeviceCode,
};
