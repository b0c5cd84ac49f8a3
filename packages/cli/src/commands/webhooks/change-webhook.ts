import type { Schema } from '@millrace/contract';
import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';
import { findWebhookId } from './find-webhook.ts';
import { addWebhookOptions, webhookFieldsFrom, withNewSecret, type WebhookOptions } from './webhook-options.ts';

type ChangeOptions = WebhookOptions & { name?: string; address?: string; enable?: true; disable?: true; cloudEvents?: true };

/** `millrace webhook change`. */
export function changeWebhook(parent: Command, shell: Shell): void {
  addWebhookOptions(parent.command('change').description('Change a webhook').argument('<name or id>', 'the webhook'))
    .option('--name <name>', 'new name')
    .option('--address <address>', 'new https address; it drops the encrypted headers')
    .option('--enable', 'send requests')
    .option('--disable', 'send nothing')
    .option('--cloud-events', 'send CloudEvents from now on; this cannot be undone')
    .addHelpText('after', examples('millrace webhook change loads --enable', 'millrace webhook change loads --secret-file new.secret'))
    .action(async (idOrName: string, options: ChangeOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      if (options.enable && options.disable) throw new Failure('usage', 'Give either --enable or --disable.');
      const steps = stepsOf({
        ...(await webhookFieldsFrom(options, shell)),
        ...(options.name !== undefined && { name: options.name }),
        ...(options.address !== undefined && { url: options.address }),
        ...((options.enable ?? options.disable) && { enabled: options.enable === true }),
        ...(options.cloudEvents && { enableCloudEventDelivery: true }),
      });
      if (steps.length === 0 && options.secretFile === undefined)
        throw new Failure('usage', 'Give at least one option that changes something.');
      const path = { id: await findWebhookId(client, idOrName) };
      await withNewSecret(options.secretFile, shell, (secret) =>
        client.call('PATCH /api/v1/webhooks/{id}', { path, body: [...steps, ...(secret === undefined ? [] : stepsOf({ secret }))] }),
      );
      const { body: webhook } = await client.call('GET /api/v1/webhooks/{id}', { path });
      return output.printResult(webhook, `Changed webhook ${path.id}.`);
    });
}

type Step = Schema<'WebhookPatch'>[number];

const stepsOf = (fields: Readonly<Record<string, NonNullable<Step['value']>>>): Step[] =>
  Object.entries(fields).map(([name, value]) => ({ op: 'replace', path: `/${name}`, value }));
