import { type Command, Option } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { findDeliveryId, findWebhookId, readDeliveries } from './lookup.ts';

type ListOptions = { status?: 'success' | 'fail' | 'waiting'; limit: number };

/** `millrace webhook deliveries`. */
export function listWebhookDeliveries(parent: Command, shell: Shell): void {
  parent
    .command('deliveries')
    .description('List the deliveries of a webhook in the last week, the newest first')
    .argument('<name or id>', 'the webhook')
    .addOption(new Option('--status <status>', 'only those with this outcome').choices(['success', 'fail', 'waiting']))
    .option('--limit <n>', 'maximum number', wholeNumber, 20)
    .addHelpText('after', examples('millrace webhook deliveries loads --status fail'))
    .action(async (idOrName: string, { status, limit }: ListOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const webhookId = await findWebhookId(client, idOrName);
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
    });
}

/** `millrace webhook resend`. */
export function resendWebhookDelivery(parent: Command, shell: Shell): void {
  parent
    .command('resend')
    .description('Send the event of a delivery again, with the same payload')
    .argument('<name or id>', 'the webhook')
    .argument('<delivery>', 'the delivery; the beginning of its id is enough')
    .addHelpText('after', examples('millrace webhook resend loads 019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a11'))
    .action(async (idOrName: string, idOrPrefix: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findWebhookId(client, idOrName);
      const deliveryId = await findDeliveryId(client, id, idOrPrefix);
      const { body } = await client.call('POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/actions/resend', { path: { id, deliveryId } });
      return output.printResult(body, `Queued delivery ${body.id}. Its outcome: millrace webhook deliveries ${id}`);
    });
}

/** `millrace webhook test`. */
export function testWebhook(parent: Command, shell: Shell): void {
  parent
    .command('test')
    .description('Send a test event to a webhook')
    .argument('<name or id>', 'the webhook')
    .addHelpText('after', examples('millrace webhook test loads'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findWebhookId(client, idOrName);
      const { body: delivery } = await client.call('POST /api/v1/webhooks/{id}/actions/test', { path: { id } });
      return output.printResult(delivery, `Queued delivery ${delivery.id}. Its outcome: millrace webhook deliveries ${id}`);
    });
}
