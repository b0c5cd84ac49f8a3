import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { lockWebhook } from './access.ts';
import { queueTest } from './delivery-queries.ts';
import { deliveriesOf } from './delivery-records.ts';
import { DELIVERIES_BELL } from './deliveries-bell.ts';
import { canSend } from './rules.ts';

/**
 * Sends a test event to a webhook.
 * @rule webhooks.test.only
 */
export const testWebhook = endpoint('POST /api/v1/webhooks/{id}/actions/test', {
  allow: 'signed-in',

  async run(call) {
    const webhook = await lockWebhook(call.tx, call.actor, call.path.id);
    canSend(webhook);

    const id = await queueTest(call.tx, call.actor, webhook);
    return { status: 202, body: await readRecord(call, deliveriesOf(webhook), id), wake: [DELIVERIES_BELL] };
  },
});
