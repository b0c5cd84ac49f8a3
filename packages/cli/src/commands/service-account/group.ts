import { SERVICE_ACCOUNT_PERMISSIONS } from '@millrace/contract';
import { openSecretFile } from '../../secret-file.ts';
import { deleteCommand, group, listCommand, serverCommand, thingCommand } from '../../command-builders.ts';
import { oneLine } from '../../text.ts';
import { serviceAccountNoun } from './lookup.ts';

const listServiceAccounts = listCommand({
  description: 'List service accounts, with their permissions and their last use',
  examples: ['millrace service-account list'],
  read: async ({ client }) => (await client.call('GET /account/service-accounts')).body,
  columns: () => ({
    ID: (account) => account.id,
    NAME: (account) => account.name,
    PERMISSIONS: (account) => account.permissions.join(' '),
    'LAST USED': (account) => account.lastUsedDate,
    'LAST OPERATION': (account) => account.lastUsedApi,
  }),
  none: 'There are no service accounts.',
});

const showServiceAccount = thingCommand(serviceAccountNoun, 'show', {
  description: 'Show a service account with its permissions and the hints of its secrets',
  examples: ['millrace service-account show pipeline'],
  async run({ client, output }, id) {
    const path = { id };
    const { body: account } = await client.call('GET /account/service-accounts/{id}', { path });
    const { body: secrets } = await client.call('GET /account/service-accounts/{id}/secrets', { path });
    if (output.wantsData) return output.printData({ ...account, secrets });
    return output.printProperties([
      ['Id', account.id],
      ['Name', account.name],
      ['Permissions', account.permissions.join(', ')],
      ['Secrets', secrets.map(({ id, hint }) => `${hint} (${id})`).join(', ')],
      ['Last used', account.lastUsedDate],
      ['Last operation', account.lastUsedApi],
    ]);
  },
});

/** `millrace service-account create`: creates a service account and stores its secret in a file. */
const createServiceAccount = serverCommand('create', {
  description:
    'Create a service account and store its secret in a file\n\nA program sends the id and the secret to POST /security/oauth/token, by HTTP Basic, and gets an access token.',
  arguments: { '<name>': 'name of the service account' },
  options: {
    '--permission <names...>': {
      text: 'permissions in the whole tenant (default: none)',
      choices: SERVICE_ACCOUNT_PERMISSIONS,
      default: [],
    },
    '--secret-file <file>': 'file for the secret (default: ./<name>.secret)',
  },
  examples: ['millrace service-account create pipeline --permission SVC_OPERATOR'],
  async run({ client, output, shell, options }, name: string) {
    const path = options.secretFile ?? `${name.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}.secret`;
    const secretFile = await openSecretFile(path, '--secret-file', shell);
    const { secret, ...account } = await client
      .call('POST /account/service-accounts', { body: { name, permissions: options.permission } })
      .then(({ body }) => body)
      .catch(async (error: unknown) => {
        await secretFile.discard();
        throw error;
      });
    await secretFile.keep(secret);
    if (output.wantsData) return output.printData({ ...account, secretFile: secretFile.path });
    output.print(oneLine(`Created service account ${account.name}. Its id is ${account.id}.`));
    return output.print(`Its secret is in ${secretFile.path}, readable by you only.`);
  },
});

const changeServiceAccount = thingCommand(serviceAccountNoun, 'change', {
  description: 'Change the name or the permissions of a service account',
  options: {
    '--name <name>': 'new name (default: the present one)',
    '--permission <names...>': {
      text: 'permissions in the whole tenant (default: the present ones)',
      choices: SERVICE_ACCOUNT_PERMISSIONS,
    },
  },
  examples: ['millrace service-account change pipeline --permission SVC_OPERATOR SVC_ENGINE_USE'],
  async run({ client, output, options: { name, permission } }, id) {
    const path = { id };
    const { body: present } = await client.call('GET /account/service-accounts/{id}', { path });
    const body = { name: name ?? present.name, permissions: permission ?? present.permissions };
    const { body: account } = await client.call('PUT /account/service-accounts/{id}', { path, body });
    return output.printResult(account, `Changed service account ${account.name} (${account.id}).`);
  },
});

const deleteServiceAccount = deleteCommand(serviceAccountNoun, {
  description: 'Delete a service account; its secrets, tokens and rights end at once',
  examples: ['millrace service-account delete pipeline'],
  send: (client, id) => client.call('DELETE /account/service-accounts/{id}', { path: { id } }),
});

/** `millrace service-account`. */
export const serviceAccountGroup = group('service-account', 'Create accounts for programs, list, show, change and delete them', [
  createServiceAccount,
  listServiceAccounts,
  showServiceAccount,
  changeServiceAccount,
  deleteServiceAccount,
]);
