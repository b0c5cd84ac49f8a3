import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { readAllWebhooks } from './find-webhook.ts';

/** `millrace webhook list`. */
export function listWebhooks(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List your webhooks; a manager of webhooks sees all of the tenant')
    .addHelpText('after', examples('millrace webhook list'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const webhooks = await readAllWebhooks(client);
      if (output.json) return output.printJson(webhooks);
      return output.printTable(
        ['ID', 'NAME', 'LEVEL', 'ENABLED', 'EVENT TYPES', 'ADDRESS'],
        webhooks.map((webhook) => [
          webhook.id,
          webhook.name,
          webhook.level,
          webhook.disabledReasonCode ?? (webhook.enabled ? 'yes' : 'no'),
          String(webhook.eventTypes.length),
          webhook.url,
        ]),
        'There are no webhooks.',
      );
    });
}
