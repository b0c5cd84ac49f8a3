import { SERVICE_ACCOUNT_PERMISSIONS } from '@millrace/contract';
import { Option, type Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findServiceAccountId } from './find-service-account.ts';

type ReplaceOptions = { name?: string; permission?: (typeof SERVICE_ACCOUNT_PERMISSIONS)[number][] };

/** `millrace service-account change`. */
export function replaceServiceAccount(parent: Command, shell: Shell): void {
  parent
    .command('change')
    .description('Change the name or the permissions of a service account')
    .argument('<name or id>', 'the service account')
    .option('--name <name>', 'new name (default: the present one)')
    .addOption(
      new Option('--permission <names...>', 'permissions in the whole tenant (default: the present ones)').choices(
        SERVICE_ACCOUNT_PERMISSIONS,
      ),
    )
    .addHelpText('after', examples('millrace service-account change pipeline --permission SVC_OPERATOR SVC_ENGINE_USE'))
    .action(async (idOrName: string, { name, permission }: ReplaceOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const path = { id: await findServiceAccountId(client, idOrName) };
      const { body: present } = await client.call('GET /account/service-accounts/{id}', { path });
      const body = { name: name ?? present.name, permissions: permission ?? present.permissions };
      const { body: account } = await client.call('PUT /account/service-accounts/{id}', { path, body });
      return output.printResult(account, `Changed service account ${account.name} (${account.id}).`);
    });
}
