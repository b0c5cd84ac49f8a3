import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';

/** `millrace service-account list`. */
export function listServiceAccounts(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List service accounts, with their permissions and their last use')
    .addHelpText('after', examples('millrace service-account list'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body: accounts } = await client.call('GET /account/service-accounts');
      if (output.json) return output.printJson(accounts);
      return output.printTable(
        ['ID', 'NAME', 'PERMISSIONS', 'LAST USED', 'LAST OPERATION'],
        accounts.map((account) => [account.id, account.name, account.permissions.join(' '), account.lastUsedDate, account.lastUsedApi]),
        'There are no service accounts.',
      );
    });
}
