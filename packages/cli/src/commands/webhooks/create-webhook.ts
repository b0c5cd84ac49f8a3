import { Option, type Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { addWebhookOptions, webhookFieldsFrom, withNewSecret, type WebhookOptions } from './webhook-options.ts';

type CreateOptions = WebhookOptions & { level: 'user' | 'tenant'; filter?: string; disabled?: true; olderForm?: true; checkRevocation?: true };

/** `millrace webhook create`. */
export function createWebhook(parent: Command, shell: Shell): void {
  addWebhookOptions(
    parent
      .command('create')
      .description('Create a webhook')
      .argument('<name>', 'its name')
      .argument('<address>', 'https address of the receiver'),
  )
    .addOption(
      new Option('--level <level>', 'whose events it receives: of the user, or of the whole tenant')
        .choices(['user', 'tenant'])
        .default('user'),
    )
    .option('--filter <filter>', 'only events that match, for example spaceId eq "<workspace id>"')
    .option('--disabled', 'send nothing until it is enabled')
    .option('--older-form', 'send the older envelope, as application/json, in place of CloudEvents, as application/cloudevents+json')
    .option('--check-revocation', 'check the certificate of the receiver for revocation before each request')
    .addHelpText(
      'after',
      examples(
        'millrace webhook create loads https://hooks.example.com/loads --event com.service.v1.task.run.finished --secret-file loads.secret',
      ),
    )
    .action(async (name: string, url: string, options: CreateOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { level, filter, disabled, olderForm, checkRevocation, secretFile } = options;
      const fields = {
        name,
        url,
        level,
        enabled: !disabled,
        enableCloudEventDelivery: !olderForm,
        checkCertificateRevocation: checkRevocation ?? false,
        ...(filter !== undefined && { filter }),
        ...(await webhookFieldsFrom(options, shell)),
      };
      const { body: webhook } = await withNewSecret(secretFile, shell, (secret) =>
        client.call('POST /api/v1/webhooks', { body: { ...fields, ...(secret !== undefined && { secret }) } }),
      );
      if (output.json) return output.printJson(webhook);
      output.print(oneLine(`Created webhook ${webhook.name}. Its id is ${webhook.id}.`));
      return output.print(oneLine(`Try its receiver: millrace webhook test ${webhook.id}`));
    });
}
