import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { readAllGroups } from './find-group.ts';

/** `millrace group list`. */
export function listGroups(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List groups, with the number of their members')
    .addHelpText('after', examples('millrace group list'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const groups = await readAllGroups(client);
      if (output.json) return output.printJson(groups);
      return output.printTable(
        ['ID', 'NAME', 'MEMBERS'],
        groups.map((group) => [group.id, group.name, String(group.userIds.length)]),
        'There are no groups.',
      );
    });
}
