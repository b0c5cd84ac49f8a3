import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { readEnvironment } from './read-environment.ts';

/** `millrace environment delete`. */
export function deleteEnvironment(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete an environment with its workspaces and all their content')
    .argument('<name or id>', 'the environment')
    .addHelpText('after', examples('millrace environment delete Sandbox'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { id, name } = await readEnvironment(client, idOrName);
      await client.call('DELETE /orchestration/environments/{Id}', { path: { Id: id } });
      return output.printResult({ id }, `Deleted environment ${name} (${id}).`);
    });
}
