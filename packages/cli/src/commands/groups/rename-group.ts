import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findGroupId } from './find-group.ts';

/** `millrace group rename`. */
export function renameGroup(parent: Command, shell: Shell): void {
  parent
    .command('rename')
    .description('Rename a group')
    .argument('<name or id>', 'the group')
    .argument('<new name>', 'its new name')
    .addHelpText('after', examples('millrace group rename night-shift operations'))
    .action(async (idOrName: string, name: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findGroupId(client, idOrName);
      const { body: group } = await client.call('PATCH /account/groups/{id}', { path: { id }, body: { name } });
      return output.printResult(group, `Renamed group ${group.id} to ${group.name}.`);
    });
}
