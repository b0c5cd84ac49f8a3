import { type Right, RIGHTS } from '@millrace/contract';
import { Argument, type Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import { group } from '../../group.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { resolveWorkspace } from '../workspace/lookup.ts';
import {
  type AccountOptions,
  addAccountOptions,
  findAccounts,
  printChanges,
  rightsText,
  SERVICE_ACCOUNT_RIGHTS,
  USER_RIGHTS,
} from './rights-holders.ts';

type ListOptions = { workspace?: string; user?: string; serviceAccount?: string };

/** `millrace permission list`. */
function listPermissions(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List the rights of accounts on the workspaces that you manage')
    .option('--workspace <name or id>', 'only this workspace')
    .option('--user <login or id>', 'only this user')
    .option('--service-account <name or id>', 'only this service account')
    .addHelpText('after', examples('millrace permission list', 'millrace permission list --workspace finance --user ada'))
    .action(async ({ workspace, user, serviceAccount }: ListOptions, command: Command) => {
      if (user !== undefined && serviceAccount !== undefined)
        throw new Failure('usage', 'Name a user or a service account, not both: leave out --user or --service-account.');
      const { client, output } = await openContext(command, shell);
      const onlyWorkspaceId = workspace === undefined ? undefined : (await resolveWorkspace(client, workspace)).id;
      const [users, serviceAccounts] = [
        serviceAccount === undefined ? await USER_RIGHTS.list(client, onlyWorkspaceId, user && (await USER_RIGHTS.find(client, user))) : [],
        user === undefined
          ? await SERVICE_ACCOUNT_RIGHTS.list(
              client,
              onlyWorkspaceId,
              serviceAccount && (await SERVICE_ACCOUNT_RIGHTS.find(client, serviceAccount)),
            )
          : [],
      ];
      if (output.json) return output.printJson({ users, serviceAccounts });
      const { body: workspaces } = await client.call('GET /orchestration/workspaces');
      const workspaceNames = new Map(workspaces.map(({ id, name, environment }) => [id, `${environment?.name ?? ''}/${name ?? ''}`]));
      const rows = [];
      for (const [kind, rights] of [
        [USER_RIGHTS, users],
        [SERVICE_ACCOUNT_RIGHTS, serviceAccounts],
      ] as const) {
        const names = rights.length > 0 ? await kind.names(client) : new Map<string, string>();
        for (const { workspaceId, userId, permissions } of rights)
          rows.push([workspaceNames.get(workspaceId) ?? workspaceId, kind.noun, names.get(userId) ?? userId, rightsText(permissions)]);
      }
      return output.printTable(['WORKSPACE', 'KIND', 'ACCOUNT', 'RIGHTS'], rows, 'There are no rights on workspaces that you manage.');
    });
}

/** `millrace permission show`. */
function getPermissions(parent: Command, shell: Shell): void {
  addAccountOptions(
    parent.command('show').description('Show the rights of accounts on a workspace').argument('<workspace>', 'name or id of the workspace'),
  )
    .addHelpText('after', examples('millrace permission show finance --user ada'))
    .action(async (idOrName: string, options: AccountOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const workspace = await resolveWorkspace(client, idOrName);
      const { kind, ids } = await findAccounts(client, options);
      const rights = [];
      for (const id of ids) rights.push(await kind.get(client, workspace.id, id));
      if (output.json) return output.printJson(rights);
      const names = await kind.names(client);
      const rows = rights.map(({ userId, permissions }) => [workspace.name, names.get(userId) ?? userId, rightsText(permissions)]);
      return output.printTable(['WORKSPACE', 'ACCOUNT', 'RIGHTS'], rows, 'There are no rights.');
    });
}

type ChangeOptions = AccountOptions & { dryRun?: true };

/** `millrace permission add` and `millrace permission replace`. */
function changePermissions(parent: Command, shell: Shell): void {
  const change = (name: 'add' | 'replace', description: string, done: string): Command =>
    addAccountOptions(
      parent
        .command(name)
        .description(description)
        .argument('<workspace>', 'name or id of the workspace')
        .addArgument(new Argument('<rights...>', 'the rights').choices(RIGHTS)),
    )
      .option('--dry-run', 'show what would change, and change nothing')
      .addHelpText('after', examples(`millrace permission ${name} finance EXECUTE AUTHOR --user ada --dry-run`))
      .action(async (idOrName: string, permissions: Right[], options: ChangeOptions, command: Command) => {
        const { client, output } = await openContext(command, shell);
        const workspace = await resolveWorkspace(client, idOrName);
        const { kind, ids } = await findAccounts(client, options);
        const requests = ids.map((userId) => ({ workspaceId: workspace.id, userId, permissions }));
        const answer = await kind[name](client, requests, options.dryRun === true);
        await printChanges(answer, { client, output, kind, workspace, done: oneLine(`${done} on ${workspace.name}.`) });
      });
  change('add', 'Add rights of accounts on a workspace', 'Added the rights');
  change('replace', 'Replace the rights of accounts on a workspace', 'Replaced the rights');
}

/** `millrace permission remove`. */
function removePermissions(parent: Command, shell: Shell): void {
  addAccountOptions(
    parent
      .command('remove')
      .description('Remove every right of accounts on a workspace')
      .argument('<workspace>', 'name or id of the workspace'),
  )
    .option('--dry-run', 'show what would change, and change nothing')
    .addHelpText('after', examples('millrace permission remove finance --user ada'))
    .action(async (idOrName: string, options: AccountOptions & { dryRun?: true }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const workspace = await resolveWorkspace(client, idOrName);
      const { kind, ids } = await findAccounts(client, options);
      const answer = await kind.remove(client, workspace.id, ids, options.dryRun === true);
      await printChanges(answer, { client, output, kind, workspace, done: oneLine(`Removed the rights on ${workspace.name}.`) });
    });
}

/** `millrace permission`. */
export const permissionGroup = group('permission', 'Show and change the rights of accounts on workspaces', [
  listPermissions,
  getPermissions,
  changePermissions,
  removePermissions,
]);
