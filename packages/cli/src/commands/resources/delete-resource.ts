import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findResourceId } from './find-resource.ts';

/** `millrace resource delete`. */
export function deleteResource(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a resource that no task uses')
    .argument('<name or id>', 'the resource')
    .addHelpText('after', examples('millrace resource delete airports.csv'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const resourceId = await findResourceId(client, idOrName);
      await client.call('DELETE /orchestration/resources/{resourceId}', { path: { resourceId } });
      return output.printResult({ id: resourceId }, `Deleted resource ${resourceId}.`);
    });
}
