import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { readWorkspace } from './read-workspace.ts';

/** `millrace workspace delete`. */
export function deleteWorkspace(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a custom workspace with all its content')
    .argument('<name or id>', 'the workspace; environment/name is possible, too')
    .addHelpText('after', examples('millrace workspace delete Production/Invoices'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { id, name } = await readWorkspace(client, idOrName);
      await client.call('DELETE /orchestration/workspaces/{id}', { path: { id } });
      return output.printResult({ id }, `Deleted workspace ${name} (${id}).`);
    });
}
