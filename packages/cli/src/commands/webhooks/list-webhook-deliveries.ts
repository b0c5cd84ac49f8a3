import { Option, type Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { readDeliveries } from './find-delivery.ts';
import { findWebhookId } from './find-webhook.ts';

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
