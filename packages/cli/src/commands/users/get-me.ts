import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';

/** `millrace whoami`: shows the signed-in account and the server. */
export function getMe(parent: Command, shell: Shell): void {
  parent
    .command('whoami')
    .description('Show the signed-in account, the server and the permissions')
    .addHelpText('after', examples('millrace whoami', 'millrace whoami --json'))
    .action(async (_options: unknown, command: Command) => {
      const { client, url, output } = await openContext(command, shell);
      const { body: me } = await client.call('GET /account/me');
      if (output.json) return output.printJson(me);
      return output.printProperties([
        ['Login', me.login],
        ['Name', me.name],
        ['Kind', me.type === 'SERVICE_ACCOUNT' ? 'service account' : 'user'],
        ['Server', url],
        ['Roles', me.roles?.map((role) => role.name).join(', ')],
        ['Permissions', me.permissions.join(', ')],
      ]);
    });
}
