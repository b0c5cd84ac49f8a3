import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findGroupId } from './find-group.ts';

/** `millrace group delete`. */
export function deleteGroup(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a group; its members stay')
    .argument('<name or id>', 'the group')
    .addHelpText('after', examples('millrace group delete night-shift'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findGroupId(client, idOrName);
      await client.call('DELETE /account/groups/{id}', { path: { id } });
      return output.printResult({ id }, `Deleted group ${id}.`);
    });
}
