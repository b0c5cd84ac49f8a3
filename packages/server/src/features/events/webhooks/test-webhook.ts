import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { DELIVERIES_BELL, queueOnly } from '../delivery-queue/index.ts';
import { storeUnsharedEvent } from '../outbox/index.ts';
import { lockWebhook } from './access.ts';
import { deliveriesOf } from './delivery-records.ts';
import { requireSendable } from './rules.ts';

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
    const id = await queueOnly(tx, webhook, event);
    return { status: 202, body: await readRecord(call, deliveriesOf(webhook), id), wake: [DELIVERIES_BELL] };
  },
});
