import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findRoleId } from './find-role.ts';

/** `millrace role delete`. */
export function deleteRole(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a role; its users lose it')
    .argument('<name or id>', 'the role')
    .addHelpText('after', examples('millrace role delete night-operator'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findRoleId(client, idOrName);
      await client.call('DELETE /account/roles/{id}', { path: { id } });
      return output.printResult({ id }, `Deleted role ${id}.`);
    });
}
