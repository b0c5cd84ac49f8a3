import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { findWebhook } from './access.ts';
import { deliveriesOf } from './delivery-records.ts';

/** Reads a delivery of a webhook. */
export const getWebhookDelivery = endpoint('GET /api/v1/webhooks/{id}/deliveries/{deliveryId}', {
  allow: 'signed-in',
  transaction: 'read only',

  async run(call) {
    const webhook = await findWebhook(call.tx, call.actor, call.path.id);
    return { status: 200, body: await readRecord(call, deliveriesOf(webhook), call.path.deliveryId) };
  },
});
