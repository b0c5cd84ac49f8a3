import { deleteCommand, group, listCommand, serverCommand, showCommand, thingCommand } from '../../command-builders.ts';
import { permissionOption, readAllRoles, roleNoun } from './lookup.ts';

const listRoles = listCommand({
  description: 'List roles, with their permissions',
  examples: ['millrace role list'],
  read: ({ client }) => readAllRoles(client),
  columns: () => ({
    ID: (role) => role.id,
    NAME: (role) => role.name,
    'BUILT IN': (role) => (role.builtIn ? 'yes' : 'no'),
    PERMISSIONS: (role) => role.permissions.join(' '),
  }),
  none: 'There are no roles.',
});

const showRole = showCommand(roleNoun, {
  description: 'Show a role with its permissions',
  examples: ['millrace role show Operator'],
  read: async (client, id) => (await client.call('GET /account/roles/{id}', { path: { id } })).body,
  print: ({ output }, role) =>
    output.printProperties([
      ['Id', role.id],
      ['Name', role.name],
      ['Built in', role.builtIn ? 'yes' : 'no'],
      ['Permissions', role.permissions.join(', ')],
    ]),
});

const createRole = serverCommand('create', {
  description: 'Create a role',
  arguments: { '<name>': 'name of the role' },
  options: permissionOption('none'),
  examples: ['millrace role create night-operator --permission SVC_OPERATOR SVC_ENGINE_USE'],
  async run({ client, output, options: { permission: permissions = [] } }, name: string) {
    const { body: role } = await client.call('POST /account/roles', { body: { name, permissions } });
    return output.printResult(role, `Created role ${role.name}. Its id is ${role.id}.`);
  },
});

const changeRole = thingCommand(roleNoun, 'change', {
  description: 'Change the name or the permissions of a role',
  options: { '--name <name>': 'new name (default: the present one)', ...permissionOption('the present ones') },
  examples: ['millrace role change night-operator --permission SVC_OPERATOR'],
  async run({ client, output, options }, id) {
    const path = { id };
    const { body: current } = await client.call('GET /account/roles/{id}', { path });
    const body = { name: options.name ?? current.name, permissions: options.permission ?? current.permissions };
    const { body: role } = await client.call('PUT /account/roles/{id}', { path, body });
    return output.printResult(role, `Changed role ${role.name} (${role.id}).`);
  },
});

const deleteRole = deleteCommand(roleNoun, {
  description: 'Delete a role; its users lose it',
  examples: ['millrace role delete night-operator'],
  send: (client, id) => client.call('DELETE /account/roles/{id}', { path: { id } }),
});

/** `millrace role`. */
export const roleGroup = group('role', 'Create roles, list, change and delete them', [
  createRole,
  listRoles,
  showRole,
  changeRole,
  deleteRole,
]);
