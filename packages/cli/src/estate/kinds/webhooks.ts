import type { BodyOf, Schema } from '@millrace/contract';

import { readAllWebhooks } from '../../commands/webhook/lookup.ts';
import type { EstateKind, EstateObject } from '../model/kind.ts';
import { HiddenValue } from '../model/places.ts';

/** Webhooks of the tenant. Those of the level user belong to one person. */
export const WEBHOOK_FILES: EstateKind = {
  noun: 'webhook',
  path: 'webhooks/*.yaml',
  shape: { component: 'WebhookRequest', omit: ['level', 'ownerId', 'origin'] },
  secrets: [{ at: 'secret' }, { at: 'encryptedHeaders.*' }],
  // A replacement removes the secrets that it leaves out.
  alwaysSendsSecrets: true,

  async read(site) {
    const webhooks = (await readAllWebhooks(site.client)).filter(({ level }) => level === 'tenant');
    const counts = Map.groupBy(webhooks, ({ name }) => name);
    for (const [name, { length }] of counts)
      if (length > 1)
        site.notes.push(`${length} webhooks are called ${JSON.stringify(name)}. They are left out: give them different names.`);
    // Names that several webhooks have are added, too, so that a file with such a name is refused.
    for (const { id, name } of webhooks) site.add({ noun: 'webhook', names: [name] }, id);
    return webhooks.filter(({ name }) => counts.get(name)?.length === 1).map(objectOf);
  },

  async create(site, { body }) {
    return (await site.client.call('POST /api/v1/webhooks', { body: { ...body, level: 'tenant' } as BodyOf<'POST /api/v1/webhooks'> })).body
      .id;
  },

  change: (site, { id }, { body }) =>
    site.client.call('PUT /api/v1/webhooks/{id}', { path: { id }, body: body as BodyOf<'PUT /api/v1/webhooks/{id}'> }),

  remove: (site, { id }) => site.client.call('DELETE /api/v1/webhooks/{id}', { path: { id } }),
};

function objectOf({ id, name, encryptedHeaders, secretKeyAdded, ...webhook }: Schema<'Webhook'>): EstateObject {
  const hidden = Object.fromEntries(encryptedHeaders.map((header) => [header, new HiddenValue(header)]));
  const { url, description, enabled, eventTypes, filter, headers, enableCloudEventDelivery, checkCertificateRevocation } = webhook;
  const shown = { name, url, description, enabled, eventTypes, filter, headers, enableCloudEventDelivery, checkCertificateRevocation };
  const fields = { ...shown, encryptedHeaders: hidden, ...(secretKeyAdded && { secret: new HiddenValue('secret') }) };
  return { address: { noun: 'webhook', names: [name] }, id, fields };
}
