import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findWebhookId } from './find-webhook.ts';

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
