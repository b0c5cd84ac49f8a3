import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { readNumberedPages } from '../../pages.ts';
import { type Noun, deleteCommand, group, listCommand } from '../../group.ts';
import type { Shell } from '../../shell.ts';
import { findUserId } from '../user/lookup.ts';
import { findGroupId, readAllGroups } from './lookup.ts';

const groupNoun: Noun = { what: 'group', argument: '<name or id>', find: findGroupId };

const listGroups = listCommand({
  description: 'List groups, with the number of their members',
  examples: ['millrace group list'],
  read: ({ client }) => readAllGroups(client),
  columns: () => ({ ID: (group) => group.id, NAME: (group) => group.name, MEMBERS: (group) => String(group.userIds.length) }),
  none: 'There are no groups.',
});

/** `millrace group show`. */
function getGroup(parent: Command, shell: Shell): void {
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

/** `millrace group create`. */
function createGroup(parent: Command, shell: Shell): void {
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

/** `millrace group rename`. */
function renameGroup(parent: Command, shell: Shell): void {
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

const deleteGroup = deleteCommand(groupNoun, {
  description: 'Delete a group; its members stay',
  examples: ['millrace group delete night-shift'],
  send: (client, id) => client.call('DELETE /account/groups/{id}', { path: { id } }),
});

/** `millrace group`. */
export const groupGroup = group('group', 'Create groups of users, list, rename and delete them', [
  createGroup,
  listGroups,
  getGroup,
  renameGroup,
  deleteGroup,
]);
