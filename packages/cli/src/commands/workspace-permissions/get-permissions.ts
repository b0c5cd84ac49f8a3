import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';
import { addAccountOptions, findAccounts, type AccountOptions } from './rights-holders.ts';
import { rightsText } from './print-changes.ts';

/** `millrace permission show`. */
export function getPermissions(parent: Command, shell: Shell): void {
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
