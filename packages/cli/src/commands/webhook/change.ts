import { randomBytes } from 'node:crypto';
import type { Schema } from '@millrace/contract';
import { given } from '../../given.ts';
import { Failure } from '../../failure.ts';
import { serverCommand } from '../../command-builders.ts';
import { readUsedFile } from '../../input.ts';
import { openSecretFile } from '../../secret-file.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { webhookNoun } from './lookup.ts';
import type { OptionsOf, OptionTable } from '../../option-table.ts';

/** The random bytes of a secret; in base64 they have 44 characters. */
const SECRET_BYTES = 32;

/** Returns a new secret, by which webhooks are signed. */
export const newWebhookSecret = (): string => randomBytes(SECRET_BYTES).toString('base64');

/** The options of commands that write a webhook. */
const WEBHOOK_OPTIONS = {
  '--description <text>': 'description',
  '--event <types...>': 'all event types that it receives; millrace webhook event-types lists them',
  '--header <headers...>': "all headers that each request has, each as 'name: value'",
  '--encrypted-headers <file>': "file with headers that the server stores encrypted, one 'name: value' on each line",
  '--secret-file <file>': 'sign requests with a new secret, which goes into this new file',
} as const satisfies OptionTable;

type WebhookOptions = OptionsOf<typeof WEBHOOK_OPTIONS>;

/** The fields that the options give, without the secret. */
async function webhookFieldsFrom({ description, event, header, encryptedHeaders }: WebhookOptions, shell: Pick<Shell, 'workingFolder'>) {
  const lines = encryptedHeaders === undefined ? undefined : await linesOf(encryptedHeaders, shell);
  return {
    ...given({ description, eventTypes: event }),
    ...(header !== undefined && { headers: headersFrom(header, '--header') }),
    ...(lines !== undefined && { encryptedHeaders: headersFrom(lines, encryptedHeaders ?? '') }),
  };
}

async function linesOf(file: string, shell: Pick<Shell, 'workingFolder'>): Promise<string[]> {
  const text = await readUsedFile(file, shell);
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}

/** Parses headers. The error message does not repeat a line, because it may be a secret. */
function headersFrom(lines: readonly string[], source: string): Record<string, string> {
  return Object.fromEntries(
    lines.map((line, index) => {
      const [, name, value] = /^([^:\s]+):\s*(.*?)\s*$/.exec(line) ?? [];
      if (name === undefined || value === undefined)
        throw new Failure('usage', `${source}: header ${index + 1} is not of the form 'name: value'.`);
      return [name, value];
    }),
  );
}

/** Calls `write` with a new secret, and stores the secret in the file. Without a file, calls `write` without a secret. */
async function withNewSecret<Answer>(
  file: string | undefined,
  shell: Pick<Shell, 'workingFolder'>,
  write: (secret?: string) => Promise<Answer>,
): Promise<Answer> {
  if (file === undefined) return write();
  const secretFile = await openSecretFile(file, '--secret-file', shell);
  const secret = newWebhookSecret();
  const answer = await write(secret).catch(async (error: unknown) => {
    await secretFile.discard();
    throw error;
  });
  await secretFile.keep(secret);
  return answer;
}

/** `millrace webhook create`. */
export const createWebhook = serverCommand('create', {
  description: 'Create a webhook',
  arguments: { '<name>': 'its name', '<address>': 'https address of the receiver' },
  options: {
    ...WEBHOOK_OPTIONS,
    '--level <level>': {
      text: 'whose events it receives: of the user, or of the whole tenant',
      choices: ['user', 'tenant'],
      default: 'user',
    },
    '--filter <filter>': 'only events that match, for example spaceId eq "<workspace id>"',
    '--disabled': 'send nothing until it is enabled',
    '--older-form': 'send the older envelope, as application/json, in place of CloudEvents, as application/cloudevents+json',
    '--check-revocation': 'check the certificate of the receiver for revocation before each request',
  },
  examples: [
    'millrace webhook create loads https://hooks.example.com/loads --event com.service.v1.task.run.finished --secret-file loads.secret',
  ],
  async run({ client, output, shell, options }, name: string, url: string) {
    const { level, filter, disabled, olderForm, checkRevocation, secretFile } = options;
    const fields = {
      name,
      url,
      level,
      enabled: !disabled,
      enableCloudEventDelivery: !olderForm,
      checkCertificateRevocation: checkRevocation ?? false,
      ...given({ filter }),
      ...(await webhookFieldsFrom(options, shell)),
    };
    const { body: webhook } = await withNewSecret(secretFile, shell, (secret) =>
      client.call('POST /api/v1/webhooks', { body: { ...fields, ...given({ secret }) } }),
    );
    if (output.wantsData) return output.printData(webhook);
    output.print(oneLine(`Created webhook ${webhook.name}. Its id is ${webhook.id}.`));
    return output.print(oneLine(`Try its receiver: millrace webhook test ${webhook.id}`));
  },
});

/** `millrace webhook change`. */
export const changeWebhook = serverCommand('change', {
  description: 'Change a webhook',
  arguments: { '<name or id>': 'the webhook' },
  options: {
    ...WEBHOOK_OPTIONS,
    '--name <name>': 'new name',
    '--address <address>': 'new https address; it drops the encrypted headers',
    '--enable': 'send requests',
    '--disable': 'send nothing',
    '--cloud-events': 'send CloudEvents from now on; this cannot be undone',
  },
  examples: ['millrace webhook change loads --enable', 'millrace webhook change loads --secret-file new.secret'],
  async run({ client, output, shell, options }, idOrName: string) {
    if (options.enable && options.disable) throw new Failure('usage', 'Give either --enable or --disable.');
    const steps = stepsOf({
      ...(await webhookFieldsFrom(options, shell)),
      ...given({ name: options.name, url: options.address }),
      ...((options.enable ?? options.disable) && { enabled: options.enable === true }),
      ...(options.cloudEvents && { enableCloudEventDelivery: true }),
    });
    if (steps.length === 0 && options.secretFile === undefined)
      throw new Failure('usage', 'Give at least one option that changes something.');
    const path = { id: await webhookNoun.find(client, idOrName) };
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
