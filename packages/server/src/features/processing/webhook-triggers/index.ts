/** Webhook triggers: calls from outside that start tasks and plans. */
import { clockSetBack } from '../../../core/background/database-clock.ts';
import type { Feature } from '../../../core/http/feature.ts';
import { subscribe } from '../../../core/events/domain-events.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import { ownerDeleting } from '../../orchestration/triggers/index.ts';
import * as operations from './operations.ts';
import { shortenWindows } from './rows.ts';
import { closeWindowsTimer, closeWindows, RETRY_DELAY_SECONDS } from './windows.ts';

export { dropWindows } from './rows.ts';

/** Larger than the number of windows of one task or plan: it has one open window, and closed windows only for a moment. */
const ALL = 10_000;

/** The endpoint, the subscriptions and the timer of webhook triggers. */
export const webhookTriggers: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  subscriptions: [
    subscribe(ownerDeleting, (tx, owner) => closeWindows(tx, { owner, most: ALL })),
    subscribe(clockSetBack, (tx) => shortenWindows(tx, RETRY_DELAY_SECONDS)),
  ],
  timers: [closeWindowsTimer],
};
