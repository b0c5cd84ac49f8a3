import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { type Noun, deleteCommand, group, listCommand, showCommand } from '../../group.ts';
import type { Shell } from '../../shell.ts';
import { findRoleId, permissionOption, type PermissionOptions, readAllRoles } from './lookup.ts';

const roleNoun: Noun = { what: 'role', argument: '<name or id>', find: findRoleId };

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

const getRole = showCommand(roleNoun, {
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

/** `millrace role create`. */
function createRole(parent: Command, shell: Shell): void {
  parent
    .command('create')
    .description('Create a role')
    .argument('<name>', 'name of the role')
    .addOption(permissionOption('none'))
    .addHelpText('after', examples('millrace role create night-operator --permission SVC_OPERATOR SVC_ENGINE_USE'))
    .action(async (name: string, { permission: permissions = [] }: PermissionOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body: role } = await client.call('POST /account/roles', { body: { name, permissions } });
      return output.printResult(role, `Created role ${role.name}. Its id is ${role.id}.`);
    });
}

/** `millrace role change`. */
function replaceRole(parent: Command, shell: Shell): void {
  parent
    .command('change')
    .description('Change the name or the permissions of a role')
    .argument('<name or id>', 'the role')
    .option('--name <name>', 'new name (default: the present one)')
    .addOption(permissionOption('the present ones'))
    .addHelpText('after', examples('millrace role change night-operator --permission SVC_OPERATOR'))
    .action(async (idOrName: string, options: PermissionOptions & { name?: string }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const path = { id: await findRoleId(client, idOrName) };
      const { body: current } = await client.call('GET /account/roles/{id}', { path });
      const body = { name: options.name ?? current.name, permissions: options.permission ?? current.permissions };
      const { body: role } = await client.call('PUT /account/roles/{id}', { path, body });
      return output.printResult(role, `Changed role ${role.name} (${role.id}).`);
    });
}

const deleteRole = deleteCommand(roleNoun, {
  description: 'Delete a role; its users lose it',
  examples: ['millrace role delete night-operator'],
  send: (client, id) => client.call('DELETE /account/roles/{id}', { path: { id } }),
});

/** `millrace role`. */
export const roleGroup = group('role', 'Create roles, list, change and delete them', [
  createRole,
  listRoles,
  getRole,
  replaceRole,
  deleteRole,
]);
