/** Webhooks: HTTPS receivers of events. */
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import * as deliveryOperations from './delivery-operations.ts';
import { webhookTable } from './stored-fields.ts';

export { webhookConsumer } from './consumer.ts';
export { disableWebhooks, type Disabling } from './writes.ts';
export { readEventFilter } from './event-filter.ts';
export { requireKnownTypes, requireMayOwn } from './rules.ts';
export type { WebhookRow } from './rows.ts';
export { neutralTypes, openWebhookSecrets, withoutHiddenValues } from './stored-fields.ts';

/** The endpoints and the secrets of webhooks. */
export const webhooks: Feature = {
  surface: tenantErrors(),
  endpoints: [...Object.values(operations), ...Object.values(deliveryOperations)],
  encrypted: [webhookTable],
};
