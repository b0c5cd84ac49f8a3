/** OAuth 2.0: access for programs that people allow, or that act for themselves. */
import type { Feature } from '../../../core/http/feature.ts';
import { oauthErrors } from '../../../surfaces/error-formats.ts';
import { subscribe } from '../../../core/events/domain-events.ts';
import { userEnabled } from '../../accounts/people/index.ts';
import { showRefusal } from '../../accounts/sign-in/index.ts';
import { showConsent, submitConsent } from './authorize/consent-page.ts';
import { decideDevice, showDevice, submitDevice } from './devices/device-pages.ts';
import { endAccess, storeGrantUses } from './token/grants.ts';
import { noteRefusedRequest } from './clients/client-proof.ts';
import * as operations from './operations.ts';
import { removeEndedOauth } from './retention.ts';

export { endAccessOfClient, endGrant } from './token/grants.ts';

/** The endpoints and pages of OAuth. */
export const oauth: Feature = {
  surface: oauthErrors,
  endpoints: Object.values(operations),
  pages: { routes: [showConsent, submitConsent, showDevice, submitDevice, decideDevice], refuse: showRefusal },
  noteRefused: noteRefusedRequest,
  timers: [removeEndedOauth],
  subscriptions: [subscribe(userEnabled, endAccess)],
  buffers: [storeGrantUses],
};
