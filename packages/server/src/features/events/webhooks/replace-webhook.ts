import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { lockWebhook } from './access.ts';
import { WEBHOOKS } from './records.ts';
import { requireReceiverUrl, requireValidWebhook, requireCloudEventsKept, requireOwnerKept } from './rules.ts';
import { storedHeaders } from './store-fields.ts';
import { neutralTypes } from './webhook-row.ts';
import { storeWebhook } from './write-webhook.ts';

/**
 * Replaces a webhook. Fields that are left out are cleared.
 * @rule webhooks.replace.cleared
 */
export const replaceWebhook = endpoint('PUT /api/v1/webhooks/{id}', {
  allow: 'signed-in',
  uniqueNames: true,

  async run(call) {
    const { actor, tx, path, body, secrets, now } = call;
    const row = await lockWebhook(tx, actor, path.id);
    requireOwnerKept(row, body);
    const { encryptedHeaders = {}, enableCloudEventDelivery: cloudEvents = row.cloud_events } = body;
    requireCloudEventsKept(row.cloud_events, cloudEvents);
    const stored = (names: readonly string[]) => (body.url === row.url ? storedHeaders(secrets, row, names, now) : {});
    const fields = {
      name: body.name,
      url: body.url,
      description: body.description ?? null,
      enabled: body.enabled ?? false,
      eventTypes: neutralTypes(body.eventTypes ?? []),
      wordsSent: call.wordsSent,
      filter: body.filter || null,
      headers: body.headers ?? {},
      encryptedHeaders: Array.isArray(encryptedHeaders) ? stored(encryptedHeaders) : (encryptedHeaders as Record<string, string>),
      secret: body.secret ?? null,
      cloudEvents,
      checksRevocation: body.checkCertificateRevocation ?? false,
    };
    requireReceiverUrl(fields.url, call.deliveries);
    requireValidWebhook(fields, row.level);

    await storeWebhook(call, row, fields);
    return { status: 200, body: await readRecord(call, WEBHOOKS, row.id) };
  },
});
