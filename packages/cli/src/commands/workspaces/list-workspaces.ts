import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';

/** `millrace workspace list`. */
export function listWorkspaces(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List workspaces')
    .addHelpText('after', examples('millrace workspace list'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body: workspaces } = await client.call('GET /orchestration/workspaces');
      if (output.json) return output.printJson(workspaces);
      return output.printTable(
        ['ID', 'NAME', 'ENVIRONMENT', 'TYPE', 'OWNER'],
        workspaces.map((workspace) => [workspace.id, workspace.name, workspace.environment?.name, workspace.type, workspace.owner]),
        'There are no workspaces that you can see.',
      );
    });
}
