import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { readWorkspace } from './read-workspace.ts';

/** `millrace workspace show`. */
export function getWorkspace(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a workspace')
    .argument('<name or id>', 'the workspace; environment/name is possible, too')
    .addHelpText('after', examples('millrace workspace show Production/Invoices'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const workspace = await readWorkspace(client, idOrName);
      if (output.json) return output.printJson(workspace);
      return output.printProperties([
        ['Id', workspace.id],
        ['Name', workspace.name],
        ['Description', workspace.description],
        ['Environment', workspace.environment?.name],
        ['Type', workspace.type],
        ['Owner', workspace.owner],
        ['Upgrades', workspace.protectedArtifactUpdate ? 'only by artifacts of this workspace' : 'by artifacts of any workspace'],
      ]);
    });
}
