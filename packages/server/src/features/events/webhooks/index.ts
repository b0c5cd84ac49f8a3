/** Webhooks: HTTPS receivers of events. */
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../core/http/surfaces/tenant.ts';
import { changeWebhook } from './change-webhook.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getWebhookDelivery } from './get-webhook-delivery.ts';
import { getWebhook } from './get-webhook.ts';
import { listEventTypes } from './list-event-types.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';
import { listWebhooks } from './list-webhooks.ts';
import { replaceWebhook } from './replace-webhook.ts';
import { resendWebhookDelivery } from './resend-webhook-delivery.ts';
import { testWebhook } from './test-webhook.ts';
import { webhookTable } from './webhook-row.ts';

export { webhookConsumer } from './consumer.ts';
export { disableWebhooks, type Disabling } from './disable-webhooks.ts';
export { readEventFilter, type FilteredEvent } from './event-filter.ts';
export { requireKnownTypes, requireMayOwn } from './rules.ts';
export { neutralTypes, openWebhookSecrets, webhookColumns, type WebhookRow, type WebhookSecrets } from './webhook-row.ts';

/** The endpoints and the secrets of webhooks. */
export const webhooks: Feature = {
  surface: tenantErrors(),
  endpoints: [
    listWebhooks,
    createWebhook,
    listEventTypes,
    getWebhook,
    changeWebhook,
    replaceWebhook,
    deleteWebhook,
    testWebhook,
    listWebhookDeliveries,
    getWebhookDelivery,
    resendWebhookDelivery,
  ],
  encrypted: [webhookTable],
};
