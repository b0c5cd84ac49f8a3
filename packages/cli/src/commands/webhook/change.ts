import type { Schema } from '@millrace/contract';
import { Option } from 'commander';
import { serverCommand } from '../../group.ts';
import { Failure } from '../../failure.ts';
import { oneLine } from '../../text.ts';
import { findWebhookId } from './lookup.ts';
import { addWebhookOptions, webhookFieldsFrom, type WebhookOptions, withNewSecret } from './options.ts';

type CreateOptions = WebhookOptions & {
  level: 'user' | 'tenant';
  filter?: string;
  disabled?: true;
  olderForm?: true;
  checkRevocation?: true;
};

/** `millrace webhook create`. */
export const createWebhook = serverCommand('create', {
  description: 'Create a webhook',
  arguments: { '<name>': 'its name', '<address>': 'https address of the receiver' },
  options: (command) =>
    addWebhookOptions(command)
      .addOption(
        new Option('--level <level>', 'whose events it receives: of the user, or of the whole tenant')
          .choices(['user', 'tenant'])
          .default('user'),
      )
      .option('--filter <filter>', 'only events that match, for example spaceId eq "<workspace id>"')
      .option('--disabled', 'send nothing until it is enabled')
      .option('--older-form', 'send the older envelope, as application/json, in place of CloudEvents, as application/cloudevents+json')
      .option('--check-revocation', 'check the certificate of the receiver for revocation before each request'),
  examples: [
    'millrace webhook create loads https://hooks.example.com/loads --event com.service.v1.task.run.finished --secret-file loads.secret',
  ],
  async run({ client, output, shell }, name: string, url: string, options: CreateOptions) {
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
  },
});

type ChangeOptions = WebhookOptions & { name?: string; address?: string; enable?: true; disable?: true; cloudEvents?: true };

/** `millrace webhook change`. */
export const changeWebhook = serverCommand('change', {
  description: 'Change a webhook',
  arguments: { '<name or id>': 'the webhook' },
  options: (command) =>
    addWebhookOptions(command)
      .option('--name <name>', 'new name')
      .option('--address <address>', 'new https address; it drops the encrypted headers')
      .option('--enable', 'send requests')
      .option('--disable', 'send nothing')
      .option('--cloud-events', 'send CloudEvents from now on; this cannot be undone'),
  examples: ['millrace webhook change loads --enable', 'millrace webhook change loads --secret-file new.secret'],
  async run({ client, output, shell }, idOrName: string, options: ChangeOptions) {
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
  },
});

type Step = Schema<'WebhookPatch'>[number];

const stepsOf = (fields: Readonly<Record<string, NonNullable<Step['value']>>>): Step[] =>
  Object.entries(fields).map(([name, value]) => ({ op: 'replace', path: `/${name}`, value }));
