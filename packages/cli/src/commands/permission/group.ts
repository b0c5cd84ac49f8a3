import { type Right, RIGHTS } from '@millrace/contract';
import { Argument } from 'commander';
import { openContext } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { type AddCommand, group, localCommand, serverCommand } from '../../command-builders.ts';
import { oneLine } from '../../text.ts';
import { findWorkspaceOrDefault } from '../workspace/lookup.ts';
import { ACCOUNT_OPTIONS, findAccounts, printChanges, rightsText, SERVICE_ACCOUNT_KIND, USER_KIND } from './account-kinds.ts';

const listPermissions = localCommand('list', {
  description: 'List the rights of accounts on the workspaces that you manage',
  options: {
    '--workspace <name or id>': 'only this workspace',
    '--user <login or id>': 'only this user',
    '--service-account <name or id>': 'only this service account',
  },
  examples: ['millrace permission list', 'millrace permission list --workspace finance --user ada'],
  async run({ command, output, shell, options: { workspace, user, serviceAccount } }) {
    if (user !== undefined && serviceAccount !== undefined)
      throw new Failure('usage', 'Name a user or a service account, not both: leave out --user or --service-account.');
    const { client } = await openContext(command, shell);
    const onlyWorkspaceId = workspace === undefined ? undefined : (await findWorkspaceOrDefault(client, workspace)).id;
    const [users, serviceAccounts] = [
      serviceAccount === undefined ? await USER_KIND.list(client, onlyWorkspaceId, user && (await USER_KIND.find(client, user))) : [],
      user === undefined
        ? await SERVICE_ACCOUNT_KIND.list(
            client,
            onlyWorkspaceId,
            serviceAccount && (await SERVICE_ACCOUNT_KIND.find(client, serviceAccount)),
          )
        : [],
    ];
    if (output.wantsData) return output.printData({ users, serviceAccounts });
    const { body: workspaces } = await client.call('GET /orchestration/workspaces');
    const workspaceNames = new Map(workspaces.map(({ id, name, environment }) => [id, `${environment?.name ?? ''}/${name ?? ''}`]));
    const rows = [];
    for (const [kind, rights] of [
      [USER_KIND, users],
      [SERVICE_ACCOUNT_KIND, serviceAccounts],
    ] as const) {
      const names = rights.length > 0 ? await kind.names(client) : new Map<string, string>();
      for (const { workspaceId, userId, permissions } of rights)
        rows.push([workspaceNames.get(workspaceId) ?? workspaceId, kind.noun, names.get(userId) ?? userId, rightsText(permissions)]);
    }
    return output.printTable(['WORKSPACE', 'KIND', 'ACCOUNT', 'RIGHTS'], rows, 'There are no rights on workspaces that you manage.');
  },
});

const showPermissions = serverCommand('show', {
  description: 'Show the rights of accounts on a workspace',
  arguments: { '<workspace>': 'name or id of the workspace' },
  options: ACCOUNT_OPTIONS,
  examples: ['millrace permission show finance --user ada'],
  async run({ client, output, options }, idOrName: string) {
    const workspace = await findWorkspaceOrDefault(client, idOrName);
    const { kind, ids } = await findAccounts(client, options);
    const rights = [];
    for (const id of ids) rights.push(await kind.get(client, workspace.id, id));
    if (output.wantsData) return output.printData(rights);
    const names = await kind.names(client);
    const rows = rights.map(({ userId, permissions }) => [workspace.name, names.get(userId) ?? userId, rightsText(permissions)]);
    return output.printTable(['WORKSPACE', 'ACCOUNT', 'RIGHTS'], rows, 'There are no rights.');
  },
});

const changeCommand = (verb: 'add' | 'replace', description: string, done: string): AddCommand =>
  serverCommand(verb, {
    description,
    arguments: { '<workspace>': 'name or id of the workspace' },
    options: {
      ...ACCOUNT_OPTIONS,
      '--dry-run': 'show what would change, and change nothing',
    },
    adjust: (command) => command.addArgument(new Argument('<rights...>', 'the rights').choices(RIGHTS)),
    examples: [`millrace permission ${verb} finance EXECUTE AUTHOR --user ada --dry-run`],
    async run({ client, output, options }, idOrName: string, permissions: Right[]) {
      const workspace = await findWorkspaceOrDefault(client, idOrName);
      const { kind, ids } = await findAccounts(client, options);
      const requests = ids.map((userId) => ({ workspaceId: workspace.id, userId, permissions }));
      const answer = await kind[verb](client, requests, options.dryRun === true);
      await printChanges(answer, { client, output, kind, workspace, done: oneLine(`${done} on ${workspace.name}.`) });
    },
  });

const removePermissions = serverCommand('remove', {
  description: 'Remove every right of accounts on a workspace',
  arguments: { '<workspace>': 'name or id of the workspace' },
  options: { ...ACCOUNT_OPTIONS, '--dry-run': 'show what would change, and change nothing' },
  examples: ['millrace permission remove finance --user ada'],
  async run({ client, output, options }, idOrName: string) {
    const workspace = await findWorkspaceOrDefault(client, idOrName);
    const { kind, ids } = await findAccounts(client, options);
    const answer = await kind.remove(client, workspace.id, ids, options.dryRun === true);
    await printChanges(answer, { client, output, kind, workspace, done: oneLine(`Removed the rights on ${workspace.name}.`) });
  },
});

/** `millrace permission`. */
export const permissionGroup = group('permission', 'Show and change the rights of accounts on workspaces', [
  listPermissions,
  showPermissions,
  changeCommand('add', 'Add rights of accounts on a workspace', 'Added the rights'),
  changeCommand('replace', 'Replace the rights of accounts on a workspace', 'Replaced the rights'),
  removePermissions,
]);
