/** Webhook triggers: calls from outside that start tasks and plans. */
import { clockSetBack } from '../../../core/background/database-clock.ts';
import type { Feature } from '../../../core/http/feature.ts';
import { subscribe } from '../../../core/events/domain-events.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { ownerDeleting } from '../../orchestration/triggers/index.ts';
import { callWebhookTrigger } from './call-webhook-trigger.ts';
import { hastenWindows } from './queries.ts';
import { closeWindowsTimer } from './timers.ts';
import { closeWindows, LATER_SECONDS } from './windows.ts';

export { dropWindows } from './queries.ts';

/** A task has one open window, and for a moment closed ones. */
const ALL = 10_000;

/** The endpoint, timers and metrics of webhook triggers. */
export const webhookTriggers: Feature = {
  surface: orchestration,
  endpoints: [callWebhookTrigger],
  subscriptions: [
    subscribe(ownerDeleting, (tx, owner) => closeWindows(tx, { owner, most: ALL })),
    subscribe(clockSetBack, (tx) => hastenWindows(tx, LATER_SECONDS)),
  ],
  timers: [closeWindowsTimer],
};
