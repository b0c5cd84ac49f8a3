import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { readNumberedPages } from '../../pages.ts';
import { findGroupId } from './find-group.ts';

/** `millrace group show`. */
export function getGroup(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a group with its members')
    .argument('<name or id>', 'the group')
    .addHelpText('after', examples('millrace group show night-shift'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const path = { id: await findGroupId(client, idOrName) };
      const { body: group } = await client.call('GET /account/groups/{id}', { path });
      if (output.json) return output.printJson(group);
      const users = await readNumberedPages(
        async (page) => (await client.call('GET /account/groups/{id}/users', { path, query: { page } })).body,
      );
      return output.printProperties([
        ['Id', group.id],
        ['Name', group.name],
        ['Members', users.map(({ login }) => login).join(', ')],
      ]);
    });
}
