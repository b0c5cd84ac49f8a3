import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findWebhookId } from './find-webhook.ts';

/** `millrace webhook delete`. */
export function deleteWebhook(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a webhook with its deliveries')
    .argument('<name or id>', 'the webhook')
    .addHelpText('after', examples('millrace webhook delete loads'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findWebhookId(client, idOrName);
      await client.call('DELETE /api/v1/webhooks/{id}', { path: { id } });
      return output.printResult({ id }, `Deleted webhook ${id}.`);
    });
}
