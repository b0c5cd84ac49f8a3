import type { Client } from '@millrace/contract/client';
import { byName, deleteCommand, group, listCommand, nounOf, serverCommand, showCommand, thingCommand } from '../../command-builders.ts';
import { readWholeList } from '../../pages.ts';
import { userNoun } from '../user/lookup.ts';

/** Reads all groups that the caller sees. */
const readAllGroups = (client: Client) => readWholeList(client, 'GET /account/groups');

/** How a command names a group. */
const groupNoun = nounOf('group', readAllGroups, byName);

const listGroups = listCommand({
  description: 'List groups, with the number of their members',
  examples: ['millrace group list'],
  read: ({ client }) => readAllGroups(client),
  columns: () => ({ ID: (group) => group.id, NAME: (group) => group.name, MEMBERS: (group) => String(group.userIds.length) }),
  none: 'There are no groups.',
});

const showGroup = showCommand(groupNoun, {
  description: 'Show a group with its members',
  examples: ['millrace group show night-shift'],
  read: async (client, id) => (await client.call('GET /account/groups/{id}', { path: { id } })).body,
  async print({ client, output }, group) {
    const users = await readWholeList(client, 'GET /account/groups/{id}/users', { path: { id: group.id } });
    return output.printProperties([
      ['Id', group.id],
      ['Name', group.name],
      ['Members', users.map(({ login }) => login).join(', ')],
    ]);
  },
});

const createGroup = serverCommand('create', {
  description: 'Create a group',
  arguments: { '<name>': 'name of the group' },
  options: { '--user <logins or ids...>': { text: 'first members of the group', default: [] } },
  examples: ['millrace group create night-shift --user ada grace'],
  async run({ client, output, options }, name: string) {
    const userIds = [];
    for (const user of options.user) userIds.push(await userNoun.find(client, user));
    const { body: group } = await client.call('POST /account/groups', { body: { name, userIds } });
    return output.printResult(group, `Created group ${group.name}. Its id is ${group.id}.`);
  },
});

const renameGroup = thingCommand(groupNoun, 'rename', {
  description: 'Rename a group',
  arguments: { '<new name>': 'its new name' },
  examples: ['millrace group rename night-shift operations'],
  async run({ client, output }, id, name: string) {
    const { body: group } = await client.call('PATCH /account/groups/{id}', { path: { id }, body: { name } });
    return output.printResult(group, `Renamed group ${group.id} to ${group.name}.`);
  },
});

const deleteGroup = deleteCommand(groupNoun, {
  description: 'Delete a group; its members stay',
  examples: ['millrace group delete night-shift'],
  send: (client, id) => client.call('DELETE /account/groups/{id}', { path: { id } }),
});

/** `millrace group`. */
export const groupGroup = group('group', 'Create groups of users, list, rename and delete them', [
  createGroup,
  listGroups,
  showGroup,
  renameGroup,
  deleteGroup,
]);
