import { given } from '../../given.ts';
import { readWholeList } from '../../pages.ts';
import { deleteCommand, group, listCommand, serverCommand, thingCommand, showCommand } from '../../command-builders.ts';
import { USER_OPTIONS, userFieldsFrom, readAllUsers, userNoun } from './lookup.ts';

const listUsers = listCommand({
  description: 'List users, with the number of their roles',
  examples: ['millrace user list'],
  read: ({ client }) => readAllUsers(client),
  columns: () => ({
    ID: (user) => user.id,
    LOGIN: (user) => user.login,
    NAME: (user) => `${user.firstName} ${user.lastName}`.trim(),
    EMAIL: (user) => user.email,
    ACTIVE: (user) => (user.active ? 'yes' : 'no'),
    ROLES: (user) => String(user.roleIds.length),
  }),
  none: 'There are no users.',
});

const showUser = showCommand(userNoun, {
  description: 'Show a user with its roles and groups',
  examples: ['millrace user show ada'],
  read: async (client, id) => (await client.call('GET /account/users/{id}', { path: { id } })).body,
  async print({ client, output }, user) {
    const path = { id: user.id };
    const roles = await readWholeList(client, 'GET /account/users/{id}/roles', { path });
    const groups = await readWholeList(client, 'GET /account/users/{id}/groups', { path });
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
  },
});

const createUser = serverCommand('create', {
  description: 'Create a user',
  arguments: { '<login>': 'name with which the user signs in' },
  options: {
    ...USER_OPTIONS,
    '--email <address>': { text: 'email address', required: true },
    '--admin': 'give the user the role TenantAdmin',
    '--no-invite': 'do not invite the user to sign in',
  },
  examples: ['millrace user create ada --email ada@example.com --first-name Ada --last-name Lovelace --role Operator'],
  async run({ client, output, options }, login: string) {
    const { admin = false, invite, email } = options;
    const body = { login, email, firstName: '', lastName: '', ...(await userFieldsFrom(client, options)) };
    const { body: user } = await client.call('POST /account/users', { query: { admin, invite }, body });
    return output.printResult(user, `Created user ${user.login}. Its id is ${user.id}.`);
  },
});

const changeUser = thingCommand(userNoun, 'change', {
  description:
    'Change, disable or enable a user\n\nFields that no option names stay as they are. The tokens of a disabled user are revoked.',
  options: {
    ...USER_OPTIONS,
    '--login <login>': 'new login',
    '--email <address>': 'email address',
    '--disable': { text: 'the user can no longer sign in', conflicts: ['enable'] },
    '--enable': 'the user can sign in again',
  },
  examples: ['millrace user change ada --last-name King', 'millrace user change ada --disable'],
  async run({ client, output, options: { login, enable, disable, ...options } }, id) {
    const path = { id };
    const fields = await userFieldsFrom(client, options);
    const { body: present } = await client.call('GET /account/users/{id}', { path });
    const { id: _id, roleIds: _roles, active: _active, ...kept } = present;
    const active = disable ? false : enable;
    const body = { ...kept, ...fields, ...given({ login, active }) };
    const { body: user } = await client.call('PUT /account/users/{id}', { path, body });
    return output.printResult(user, `Changed user ${user.login} (${user.id}).`);
  },
});

const deleteUser = deleteCommand(userNoun, {
  description: 'Delete a user; its tokens, roles, groups and rights end at once',
  examples: ['millrace user delete ada'],
  send: (client, id) => client.call('DELETE /account/users/{id}', { path: { id } }),
});

/** `millrace user`. */
export const userGroup = group('user', 'Create users, list, change, disable and delete them', [
  createUser,
  listUsers,
  showUser,
  changeUser,
  deleteUser,
]);
