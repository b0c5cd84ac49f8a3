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
      const { body: one } = await client.call('GET /api/v1/webhooks/{id}', { path: { id: await findWebhookId(client, idOrName) } });
      if (output.json) return output.printJson(one);
      return output.printProperties([
        ['Id', one.id],
        ['Name', one.name],
        ['Description', one.description],
        ['Address', one.url],
        ['Level', one.level],
        ['Owner', one.ownerId],
        ['Enabled', one.enabled ? 'yes' : 'no'],
        ['Disabled because', one.disabledReason],
        ['Event types', one.eventTypes.join(', ')],
        ['Filter', one.filter],
        [
          'Headers',
          Object.entries(one.headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join(', '),
        ],
        ['Encrypted headers', one.encryptedHeaders.join(', ')],
        ['Signed', one.secretKeyAdded ? 'yes' : 'no'],
        ['Form', one.enableCloudEventDelivery ? 'CloudEvents' : 'older envelope'],
        ['Revocation checked', one.checkCertificateRevocation ? 'yes' : 'no'],
        ['Changed', localTime(one.updatedAt)],
      ]);
    });
}
