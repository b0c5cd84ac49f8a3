import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findUserId } from './find-user.ts';

/** `millrace user delete`. */
export function deleteUser(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a user; its tokens, roles, groups and rights end at once')
    .argument('<login or id>', 'the user')
    .addHelpText('after', examples('millrace user delete ada'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findUserId(client, idOrName);
      await client.call('DELETE /account/users/{id}', { path: { id } });
      return output.printResult({ id }, `Deleted user ${id}.`);
    });
}
