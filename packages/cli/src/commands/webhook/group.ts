import { deleteCommand, group, listCommand, serverCommand } from '../../group.ts';
import { localTime } from '../../text.ts';
import { changeWebhook, createWebhook } from './change.ts';
import { listWebhookDeliveries, resendWebhookDelivery, testWebhook } from './deliveries.ts';
import { createWebhookListener } from './listen.ts';
import { findWebhookId, readAllWebhooks, webhookNoun } from './lookup.ts';

const listWebhooks = listCommand({
  description: 'List your webhooks; a manager of webhooks sees all of the tenant',
  examples: ['millrace webhook list'],
  read: ({ client }) => readAllWebhooks(client),
  columns: () => ({
    ID: (webhook) => webhook.id,
    NAME: (webhook) => webhook.name,
    LEVEL: (webhook) => webhook.level,
    ENABLED: (webhook) => webhook.disabledReasonCode ?? (webhook.enabled ? 'yes' : 'no'),
    'EVENT TYPES': (webhook) => String(webhook.eventTypes.length),
    ADDRESS: (webhook) => webhook.url,
  }),
  none: 'There are no webhooks.',
});

const getWebhook = serverCommand('show', {
  description: 'Show a webhook',
  arguments: { '<name or id>': 'the webhook' },
  examples: ['millrace webhook show loads'],
  async run({ client, output }, idOrName: string) {
    const { body: webhook } = await client.call('GET /api/v1/webhooks/{id}', { path: { id: await findWebhookId(client, idOrName) } });
    if (output.json) return output.printJson(webhook);
    return output.printProperties([
      ['Id', webhook.id],
      ['Name', webhook.name],
      ['Description', webhook.description],
      ['Address', webhook.url],
      ['Level', webhook.level],
      ['Owner', webhook.ownerId],
      ['Enabled', webhook.enabled ? 'yes' : 'no'],
      ['Disabled because', webhook.disabledReason],
      ['Event types', webhook.eventTypes.join(', ')],
      ['Filter', webhook.filter],
      [
        'Headers',
        Object.entries(webhook.headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join(', '),
      ],
      ['Encrypted headers', webhook.encryptedHeaders.join(', ')],
      ['Signed', webhook.secretKeyAdded ? 'yes' : 'no'],
      ['Form', webhook.enableCloudEventDelivery ? 'CloudEvents' : 'older envelope'],
      ['Revocation checked', webhook.checkCertificateRevocation ? 'yes' : 'no'],
      ['Changed', localTime(webhook.updatedAt)],
    ]);
  },
});

const deleteWebhook = deleteCommand(webhookNoun, {
  description: 'Delete a webhook with its deliveries',
  examples: ['millrace webhook delete loads'],
  send: (client, id) => client.call('DELETE /api/v1/webhooks/{id}', { path: { id } }),
});

const listEventTypes = serverCommand('event-types', {
  description: 'List the event types that webhooks can receive',
  examples: ['millrace webhook event-types'],
  async run({ client, output }) {
    const { body } = await client.call('GET /api/v1/webhooks/event-types');
    if (output.json) return output.printJson(body.data);
    return output.printTable(
      ['NAME', 'TITLE', 'LEVELS'],
      body.data.map(({ name, title, levels }) => [name, title, levels.join(' ')]),
      'There are no event types.',
    );
  },
});

/** `millrace webhook`. */
export const webhookGroup = group('webhook', 'Send events to other systems: create webhooks, test them, and show their deliveries', [
  createWebhook,
  listWebhooks,
  getWebhook,
  changeWebhook,
  deleteWebhook,
  testWebhook,
  listWebhookDeliveries,
  resendWebhookDelivery,
  listEventTypes,
  createWebhookListener,
]);
