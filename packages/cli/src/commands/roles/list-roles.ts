import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { readAllRoles } from './find-role.ts';

/** `millrace role list`. */
export function listRoles(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List roles, with their permissions')
    .addHelpText('after', examples('millrace role list'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const roles = await readAllRoles(client);
      if (output.json) return output.printJson(roles);
      return output.printTable(
        ['ID', 'NAME', 'BUILT IN', 'PERMISSIONS'],
        roles.map((role) => [role.id, role.name, role.builtIn ? 'yes' : 'no', role.permissions.join(' ')]),
        'There are no roles.',
      );
    });
}
