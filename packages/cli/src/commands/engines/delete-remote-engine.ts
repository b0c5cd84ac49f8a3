import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findEngineId } from './find-engine.ts';

/** `millrace engine delete`. */
export function deleteRemoteEngine(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete an engine that no task, no cluster and no execution uses')
    .argument('<name or id>', 'the engine')
    .addHelpText('after', examples('millrace engine delete berlin'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findEngineId(client, idOrName);
      await client.call('DELETE /processing/runtimes/remote-engines/{id}', { path: { id } });
      return output.printResult({ id }, `Deleted engine ${id}.`);
    });
}
