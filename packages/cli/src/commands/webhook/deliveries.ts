import { Option } from 'commander';
import { thingCommand } from '../../group.ts';
import { localTime } from '../../text.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { findDeliveryId, readDeliveries, webhookNoun } from './lookup.ts';

type ListOptions = { status?: 'success' | 'fail' | 'waiting'; limit: number };

/** `millrace webhook deliveries`. */
export const listWebhookDeliveries = thingCommand(webhookNoun, 'deliveries', {
  description: 'List the deliveries of a webhook in the last week, the newest first',
  options: (command) =>
    command
      .addOption(new Option('--status <status>', 'only those with this outcome').choices(['success', 'fail', 'waiting']))
      .option('--limit <n>', 'maximum number', wholeNumber, 20),
  examples: ['millrace webhook deliveries loads --status fail'],
  async run({ client, output }, webhookId, { status, limit }: ListOptions) {
    const deliveries = await readDeliveries(client, webhookId, { ...(status !== undefined && { status }) }, limit);
    if (output.json) return output.printJson(deliveries);
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
export const resendWebhookDelivery = thingCommand(webhookNoun, 'resend', {
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
export const testWebhook = thingCommand(webhookNoun, 'test', {
  description: 'Send a test event to a webhook',
  examples: ['millrace webhook test loads'],
  async run({ client, output }, id) {
    const { body: delivery } = await client.call('POST /api/v1/webhooks/{id}/actions/test', { path: { id } });
    return output.printResult(delivery, `Queued delivery ${delivery.id}. Its outcome: millrace webhook deliveries ${id}`);
  },
});
