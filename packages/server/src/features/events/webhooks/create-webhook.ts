import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { lockTenant } from '../../accounts/users/index.ts';
import { selectWebhookCounts } from './queries.ts';
import { WEBHOOKS } from './records.ts';
import { requireRoomForWebhook, requireReceiverUrl, requireValidWebhook, requireMayOwn } from './rules.ts';
import { neutralTypes } from './webhook-row.ts';
import { addWebhook } from './write-webhook.ts';

/** Creates a webhook. */
export const createWebhook = endpoint('POST /api/v1/webhooks', {
  allow: 'signed-in',
  uniqueNames: true,

  async run(call) {
    const { actor, tx, body } = call;
    const { level = 'tenant', origin = 'api' } = body;
    requireMayOwn(actor, level, body.ownerId);
    const fields = {
      name: body.name,
      url: body.url,
      description: body.description ?? null,
      enabled: body.enabled ?? false,
      eventTypes: neutralTypes(body.eventTypes ?? []),
      wordsSent: call.wordsSent,
      filter: body.filter || null,
      headers: body.headers ?? {},
      encryptedHeaders: body.encryptedHeaders ?? {},
      secret: body.secret ?? null,
      cloudEvents: body.enableCloudEventDelivery ?? true,
      checksRevocation: body.checkCertificateRevocation ?? false,
    };
    requireReceiverUrl(fields.url, call.deliveries);
    requireValidWebhook(fields, level);
    await lockTenant(tx, actor);
    requireRoomForWebhook(level, await selectWebhookCounts(tx, actor));

    const id = await addWebhook(call, { level, origin }, fields);
    return { status: 201, body: await readRecord(call, WEBHOOKS, id) };
  },
});
