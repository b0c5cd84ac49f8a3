/** OAuth 2.0: access for programs that people allow, or that act for themselves. */
import type { Feature } from '../../../core/http/feature.ts';
import { oauthErrors } from '../../../core/http/surfaces/oauth.ts';
import { introspectOauthToken } from './introspect-oauth-token.ts';
import { issueOauthToken } from './issue-oauth-token.ts';
import { removeEndedOauth } from './retention.ts';
import { revokeOauthToken } from './revoke-oauth-token.ts';

/** The endpoints of OAuth. */
export const oauth: Feature = {
  surface: oauthErrors,
  endpoints: [issueOauthToken, revokeOauthToken, introspectOauthToken],
  timers: [removeEndedOauth],
};
