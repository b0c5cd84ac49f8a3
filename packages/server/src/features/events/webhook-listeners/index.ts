/** Webhook listeners: events for programs under development, which ask for them. */
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../core/http/surfaces/tenant.ts';
import { createWebhookListener } from './create-webhook-listener.ts';
import { deleteWebhookListener } from './delete-webhook-listener.ts';
import { listListenerEvents } from './list-listener-events.ts';
import { endListeners } from './timers.ts';

/** The endpoints of listeners. */
export const webhookListeners: Feature = {
  surface: tenantErrors(),
  endpoints: [createWebhookListener, deleteWebhookListener, listListenerEvents],
  timers: [endListeners],
};
