import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findServiceAccountId } from './find-service-account.ts';

/** `millrace service-account show`. */
export function getServiceAccount(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a service account with its permissions and the hints of its secrets')
    .argument('<name or id>', 'the service account')
    .addHelpText('after', examples('millrace service-account show pipeline'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const path = { id: await findServiceAccountId(client, idOrName) };
      const { body: account } = await client.call('GET /account/service-accounts/{id}', { path });
      const { body: secrets } = await client.call('GET /account/service-accounts/{id}/secrets', { path });
      if (output.json) return output.printJson({ ...account, secrets });
      return output.printProperties([
        ['Id', account.id],
        ['Name', account.name],
        ['Permissions', account.permissions.join(', ')],
        ['Secrets', secrets.map(({ id, hint }) => `${hint} (${id})`).join(', ')],
        ['Last used', account.lastUsedDate],
        ['Last operation', account.lastUsedApi],
      ]);
    });
}
