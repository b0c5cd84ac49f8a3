/** OAuth 2.0: access for programs that people allow, or that act for themselves. */
import type { Feature } from '../../../core/http/feature.ts';
import { oauthErrors } from '../../../core/http/surfaces/oauth.ts';
import { subscribe } from '../../../core/events/domain-events.ts';
import { showRefusal } from '../../accounts/sign-in/index.ts';
import { userEnabled } from '../../accounts/users/index.ts';
import { authorizeDevice } from './authorize-device.ts';
import { showConsent } from './authorize/show-consent.ts';
import { submitConsent } from './authorize/submit-consent.ts';
import { authorizeOauthClient } from './authorize-oauth-client.ts';
import { decideDevice, showDevice, submitDevice } from './devices/decide-device.ts';
import { getOauthMetadata } from './get-oauth-metadata.ts';
import { endAccess } from './grant-queries.ts';
import { storeGrantUses } from './grant-uses.ts';
import { noteRefusedRequest } from './clients/refused-requests.ts';
import { introspectOauthToken } from './introspect-oauth-token.ts';
import { issueOauthToken } from './issue-oauth-token.ts';
import { registerOauthClient } from './register-oauth-client.ts';
import { removeEndedOauth } from './retention.ts';
import { revokeOauthToken } from './revoke-oauth-token.ts';

export { endAccessOfClient } from './grant-queries.ts';
export { endGrant } from './token/known-token.ts';

/** The endpoints and pages of OAuth. */
export const oauth: Feature = {
  surface: oauthErrors,
  endpoints: [
    authorizeOauthClient,
    issueOauthToken,
    revokeOauthToken,
    introspectOauthToken,
    authorizeDevice,
    registerOauthClient,
    getOauthMetadata,
  ],
  pages: { routes: [showConsent, submitConsent, showDevice, submitDevice, decideDevice], refuse: showRefusal },
  noteRefused: noteRefusedRequest,
  timers: [removeEndedOauth],
  subscriptions: [subscribe(userEnabled, endAccess)],
  buffers: [storeGrantUses],
};
