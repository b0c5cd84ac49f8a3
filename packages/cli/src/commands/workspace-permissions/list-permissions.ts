import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';
import { SERVICE_ACCOUNT_RIGHTS, USER_RIGHTS } from './rights-holders.ts';
import { rightsText } from './print-changes.ts';

type ListOptions = { workspace?: string; user?: string; serviceAccount?: string };

/** `millrace permission list`. */
export function listPermissions(parent: Command, shell: Shell): void {
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
