import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { findWebhookId } from './find-webhook.ts';

/** `millrace webhook show`. */
export function getWebhook(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a webhook')
    .argument('<name or id>', 'the webhook')
    .addHelpText('after', examples('millrace webhook show loads'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
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
    });
}
