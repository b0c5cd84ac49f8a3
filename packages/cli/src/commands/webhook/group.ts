import { deleteCommand, group, listCommand, serverCommand, showCommand, thingCommand } from '../../command-builders.ts';
import { readWholeNumber } from '../../option-values.ts';
import { localTime } from '../../text.ts';
import { changeWebhook, createWebhook } from './change.ts';
import { listenToEvents } from './listen.ts';
import { findDeliveryId, readAllWebhooks, readDeliveries, webhookNoun } from './lookup.ts';

/** `millrace webhook deliveries`. */
const listWebhookDeliveries = thingCommand(webhookNoun, 'deliveries', {
  description: 'List the deliveries of a webhook in the last week, the newest first',
  options: {
    '--status <status>': { text: 'only those with this outcome', choices: ['success', 'fail', 'waiting'] },
    '--limit <n>': { text: 'maximum number', parse: readWholeNumber, default: 20 },
  },
  examples: ['millrace webhook deliveries loads --status fail'],
  async run({ client, output, options: { status, limit } }, webhookId) {
    const deliveries = await readDeliveries(client, webhookId, { ...(status !== undefined && { status }) }, limit);
    if (output.wantsData) return output.printData(deliveries);
    return output.printTable(
      ['ID', 'TIME', 'EVENT TYPE', 'STATUS', 'ATTEMPTS', 'ANSWER', 'MESSAGE'],
      deliveries.map((delivery) => [
        delivery.id,
        localTime(delivery.triggeredAt),
        delivery.eventType,
        delivery.status,
        String(delivery.attempts),
        delivery.response?.statusCode === undefined ? '' : String(delivery.response.statusCode),
        delivery.statusMessage ?? '',
      ]),
      'There are no such deliveries.',
    );
  },
});

/** `millrace webhook resend`. */
const resendWebhookDelivery = thingCommand(webhookNoun, 'resend', {
  description: 'Send the event of a delivery again, with the same payload',
  arguments: { '<delivery>': 'the delivery; the beginning of its id is enough' },
  examples: ['millrace webhook resend loads 019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a11'],
  async run({ client, output }, id, idOrPrefix: string) {
    const deliveryId = await findDeliveryId(client, id, idOrPrefix);
    const { body } = await client.call('POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/actions/resend', { path: { id, deliveryId } });
    return output.printResult(body, `Queued delivery ${body.id}. Its outcome: millrace webhook deliveries ${id}`);
  },
});

/** `millrace webhook test`. */
const testWebhook = thingCommand(webhookNoun, 'test', {
  description: 'Send a test event to a webhook',
  examples: ['millrace webhook test loads'],
  async run({ client, output }, id) {
    const { body: delivery } = await client.call('POST /api/v1/webhooks/{id}/actions/test', { path: { id } });
    return output.printResult(delivery, `Queued delivery ${delivery.id}. Its outcome: millrace webhook deliveries ${id}`);
  },
});

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

const showWebhook = showCommand(webhookNoun, {
  description: 'Show a webhook',
  examples: ['millrace webhook show loads'],
  read: async (client, id) => (await client.call('GET /api/v1/webhooks/{id}', { path: { id } })).body,
  print: ({ output }, webhook) =>
    output.printProperties([
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
    ]),
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
    if (output.wantsData) return output.printData(body.data);
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
  showWebhook,
  changeWebhook,
  deleteWebhook,
  testWebhook,
  listWebhookDeliveries,
  resendWebhookDelivery,
  listEventTypes,
  listenToEvents,
]);
