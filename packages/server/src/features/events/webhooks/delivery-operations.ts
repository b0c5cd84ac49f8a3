import { neutralWord } from '@millrace/contract';
import { and, sql } from '../../../core/database/sql.ts';
import { findRecordRow, listRecords, readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { DELIVERIES_BELL, queueAgain, queueForWebhook } from '../delivery-queue/index.ts';
import { storeUnsharedEvent } from '../outbox/index.ts';
import { deliveriesOf, deliveryStatus } from './records.ts';
import { findWebhook, lockWebhook } from './rows.ts';
import { requireSendable } from './rules.ts';

/** Lists the deliveries of a webhook: those with an attempt, unless the caller asks for waiting ones. */
export const listWebhookDeliveries = endpoint('GET /api/v1/webhooks/{id}/deliveries', {
  allow: 'signed-in',
  transaction: 'read only',

  async run(call) {
    const webhook = await findWebhook(call.tx, call.actor, call.path.id);
    const { sort, limit, next, prev, status, eventType } = call.query;
    const conditions = [
      status === undefined ? sql`${deliveryStatus} <> 'waiting'` : sql`${deliveryStatus} = ${status}`,
      ...(eventType === undefined ? [] : [sql`d.event_type = ${neutralWord(eventType)}`]),
    ];
    return listRecords(
      call,
      deliveriesOf(webhook),
      { sort, limit, next, prev },
      { only: and(conditions), parameters: { status, eventType } },
    );
  },
});

/** Reads a delivery of a webhook. */
export const getWebhookDelivery = endpoint('GET /api/v1/webhooks/{id}/deliveries/{deliveryId}', {
  allow: 'signed-in',
  transaction: 'read only',

  async run(call) {
    const webhook = await findWebhook(call.tx, call.actor, call.path.id);
    return { status: 200, body: await readRecord(call, deliveriesOf(webhook), call.path.deliveryId) };
  },
});

/**
 * Sends a test event to a webhook.
 * @rule webhooks.test.only
 */
export const testWebhook = endpoint('POST /api/v1/webhooks/{id}/actions/test', {
  allow: 'signed-in',

  async run(call) {
    const { actor, tx } = call;
    const webhook = await lockWebhook(tx, actor, call.path.id);
    requireSendable(webhook);

    const event = await storeUnsharedEvent(tx, {
      type: 'com.service.v1.webhook.test',
      tenant: webhook.tenant_id,
      resource: webhook.id,
      owner: webhook.owner_id,
      actor: actor.id,
      data: { webhookId: webhook.id, message: 'A test event of Millrace.' },
    });
    const id = await queueForWebhook(tx, webhook, event);
    return { status: 202, body: await readRecord(call, deliveriesOf(webhook), id), wake: [DELIVERIES_BELL] };
  },
});

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
