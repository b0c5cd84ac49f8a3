import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { readNumberedPages } from '../../pages.ts';
import { findUserId } from './find-user.ts';

/** `millrace user show`. */
export function getUser(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a user with its roles and groups')
    .argument('<login or id>', 'the user')
    .addHelpText('after', examples('millrace user show ada'))
    .action(async (idOrLogin: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const path = { id: await findUserId(client, idOrLogin) };
      const { body: user } = await client.call('GET /account/users/{id}', { path });
      if (output.json) return output.printJson(user);
      const roles = await readNumberedPages(
        async (page) => (await client.call('GET /account/users/{id}/roles', { path, query: { page } })).body,
      );
      const groups = await readNumberedPages(
        async (page) => (await client.call('GET /account/users/{id}/groups', { path, query: { page } })).body,
      );
      return output.printProperties([
        ['Id', user.id],
        ['Login', user.login],
        ['Name', `${user.firstName} ${user.lastName}`.trim()],
        ['Email', user.email],
        ['Active', user.active ? 'yes' : 'no'],
        ['Phone', user.phone],
        ['Language', user.preferredLanguage],
        ['Time zone', user.timezone],
        ['Title', user.title],
        ['Roles', roles.map(({ name }) => name).join(', ')],
        ['Groups', groups.map(({ name }) => name).join(', ')],
      ]);
    });
}
