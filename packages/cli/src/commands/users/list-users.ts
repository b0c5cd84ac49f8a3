import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { readAllUsers } from './find-user.ts';

/** `millrace user list`. */
export function listUsers(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List users, with the number of their roles')
    .addHelpText('after', examples('millrace user list'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const users = await readAllUsers(client);
      if (output.json) return output.printJson(users);
      return output.printTable(
        ['ID', 'LOGIN', 'NAME', 'EMAIL', 'ACTIVE', 'ROLES'],
        users.map((user) => [
          user.id,
          user.login,
          `${user.firstName} ${user.lastName}`.trim(),
          user.email,
          user.active ? 'yes' : 'no',
          String(user.roleIds.length),
        ]),
        'There are no users.',
      );
    });
}
