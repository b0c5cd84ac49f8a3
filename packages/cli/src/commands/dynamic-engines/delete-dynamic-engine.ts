import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findDynamicEngineId } from './find-dynamic-engine.ts';

/** `millrace dynamic-engine delete`. */
export function deleteDynamicEngine(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a dynamic engine without environments')
    .argument('<name or id>', 'the dynamic engine')
    .addHelpText('after', examples('millrace dynamic-engine delete warehouse'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findDynamicEngineId(client, idOrName);
      const { status, body: engine } = await client.call('DELETE /processing/runtimes/dynamic-engines/{id}', { path: { id } });
      return output.printResult(
        engine,
        status === 200
          ? `Deleted dynamic engine ${id}.`
          : `The operator removes dynamic engine ${id} from its cluster. Uninstall the package there.`,
      );
    });
}
