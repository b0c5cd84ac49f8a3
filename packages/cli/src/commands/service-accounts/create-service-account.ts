import { SERVICE_ACCOUNT_PERMISSIONS } from '@millrace/contract';
import { Option, type Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { openSecretFile } from '../../secret-file.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';

type CreateOptions = { permission: (typeof SERVICE_ACCOUNT_PERMISSIONS)[number][]; secretFile?: string };

/** `millrace service-account create`: creates a service account and stores its secret in a file. */
export function createServiceAccount(parent: Command, shell: Shell): void {
  parent
    .command('create')
    .summary('Create a service account and store its secret in a file')
    .description(
      'Create a service account and store its secret in a file\n\nA program sends the id and the secret to POST /security/oauth/token, by HTTP Basic, and gets an access token.',
    )
    .argument('<name>', 'name of the service account')
    .addOption(
      new Option('--permission <names...>', 'permissions in the whole tenant (default: none)')
        .choices(SERVICE_ACCOUNT_PERMISSIONS)
        .default([]),
    )
    .option('--secret-file <file>', 'file for the secret (default: ./<name>.secret)')
    .addHelpText('after', examples('millrace service-account create pipeline --permission SVC_OPERATOR'))
    .action(async (name: string, options: CreateOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const path = options.secretFile ?? `${name.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}.secret`;
      const secretFile = await openSecretFile(path, '--secret-file', shell);
      const { secret, ...account } = await client
        .call('POST /account/service-accounts', { body: { name, permissions: options.permission } })
        .then(({ body }) => body)
        .catch(async (error: unknown) => {
          await secretFile.discard();
          throw error;
        });
      await secretFile.keep(secret);
      if (output.json) return output.printJson({ ...account, secretFile: secretFile.path });
      output.print(oneLine(`Created service account ${account.name}. Its id is ${account.id}.`));
      return output.print(`Its secret is in ${secretFile.path}, readable by you only.`);
    });
}
