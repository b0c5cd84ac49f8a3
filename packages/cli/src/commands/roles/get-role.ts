import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findRoleId } from './find-role.ts';

/** `millrace role show`. */
export function getRole(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a role with its permissions')
    .argument('<name or id>', 'the role')
    .addHelpText('after', examples('millrace role show Operator'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findRoleId(client, idOrName);
      const { body: role } = await client.call('GET /account/roles/{id}', { path: { id } });
      if (output.json) return output.printJson(role);
      return output.printProperties([
        ['Id', role.id],
        ['Name', role.name],
        ['Built in', role.builtIn ? 'yes' : 'no'],
        ['Permissions', role.permissions.join(', ')],
      ]);
    });
}
