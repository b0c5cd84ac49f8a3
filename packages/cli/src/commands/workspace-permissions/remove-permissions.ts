import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';
import { addAccountOptions, findAccounts, type AccountOptions } from './rights-holders.ts';
import { printChanges } from './print-changes.ts';

/** `millrace permission remove`. */
export function removePermissions(parent: Command, shell: Shell): void {
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
