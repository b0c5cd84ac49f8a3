import { endpoint } from '../../../core/http/endpoint.ts';
import { readPatch } from '../../../core/http/json-patch.ts';
import { lockWebhook } from './access.ts';
import { patchWebhook, WEBHOOK_PATCH } from './patch-webhook.ts';
import { requireReceiverUrl } from './rules.ts';
import { storeWebhook } from './write-webhook.ts';

/** Changes a webhook by JSON Patch. */
export const changeWebhook = endpoint('PATCH /api/v1/webhooks/{id}', {
  allow: 'signed-in',
  uniqueNames: true,

  async run(call) {
    const { actor, tx, path, body } = call;
    const steps = readPatch(body, WEBHOOK_PATCH);
    const row = await lockWebhook(tx, actor, path.id);
    const fields = patchWebhook(row, steps, call.wordsSent);
    // An unchanged URL is not checked again, so that a webhook can be disabled after a network was closed.
    if (fields.url !== row.url) requireReceiverUrl(fields.url, call.deliveries);

    await storeWebhook(call, row, fields);
    return { status: 204 };
  },
});
