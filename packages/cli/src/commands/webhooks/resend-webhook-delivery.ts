import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findDeliveryId } from './find-delivery.ts';
import { findWebhookId } from './find-webhook.ts';

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
