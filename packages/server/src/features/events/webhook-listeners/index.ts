/** Webhook listeners: events for programs under development, which ask for them. */
import type { Timer } from '../../../core/background/jobs.ts';
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import { removeEndedListeners } from './rows.ts';

/** Removes listeners whose program no longer asks for events, with their subscriptions. */
const endListeners: Timer = {
  name: 'end-listeners',
  milliseconds: 60_000,
  does: 'removes listeners whose program no longer asks for events',
  run: async ({ db }) => {
    await db.transaction(removeEndedListeners);
  },
};

/** The endpoints of listeners. */
export const webhookListeners: Feature = {
  surface: tenantErrors(),
  endpoints: Object.values(operations),
  timers: [endListeners],
};
