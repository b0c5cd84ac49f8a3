import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findUserId } from '../users/find-user.ts';

/** `millrace group create`. */
export function createGroup(parent: Command, shell: Shell): void {
  parent
    .command('create')
    .description('Create a group')
    .argument('<name>', 'name of the group')
    .option('--user <logins or ids...>', 'first members of the group', [])
    .addHelpText('after', examples('millrace group create night-shift --user ada grace'))
    .action(async (name: string, options: { user: string[] }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const userIds = [];
      for (const user of options.user) userIds.push(await findUserId(client, user));
      const { body: group } = await client.call('POST /account/groups', { body: { name, userIds } });
      return output.printResult(group, `Created group ${group.name}. Its id is ${group.id}.`);
    });
}
