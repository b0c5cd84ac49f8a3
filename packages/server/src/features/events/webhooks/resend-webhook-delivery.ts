import { findRecordRow, readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { DELIVERIES_BELL, queueAgain } from '../delivery-queue/index.ts';
import { lockWebhook } from './access.ts';
import { deliveriesOf } from './delivery-records.ts';
import { requireSendable } from './rules.ts';

/**
 * Sends the event of a delivery again: the same event in the same form, so the same payload.
 * @rule webhooks.resend.payload
 */
export const resendWebhookDelivery = endpoint('POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/actions/resend', {
  allow: 'signed-in',

  async run(call) {
    const webhook = await lockWebhook(call.tx, call.actor, call.path.id);
    const delivery = await findRecordRow(call, deliveriesOf(webhook), call.path.deliveryId);
    requireSendable(webhook);

    const id = await queueAgain(call.tx, webhook.id, delivery.id);
    return { status: 201, body: await readRecord(call, deliveriesOf(webhook), id), wake: [DELIVERIES_BELL] };
  },
});
