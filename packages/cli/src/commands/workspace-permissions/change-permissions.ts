import { RIGHTS, type Right } from '@millrace/contract';
import { Argument, type Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';
import { addAccountOptions, findAccounts, type AccountOptions } from './rights-holders.ts';
import { printChanges } from './print-changes.ts';

type ChangeOptions = AccountOptions & { dryRun?: true };

/** `millrace permission add` and `millrace permission replace`. */
export function changePermissions(parent: Command, shell: Shell): void {
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
