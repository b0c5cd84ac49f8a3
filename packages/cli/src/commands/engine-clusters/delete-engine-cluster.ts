import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findClusterId } from '../engines/find-cluster.ts';

/** `millrace cluster delete`. */
export function deleteEngineCluster(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a cluster with its run profiles; its engines stay. Refused while tasks run on it')
    .argument('<name or id>', 'the cluster')
    .addHelpText('after', examples('millrace cluster delete "Night loads"'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const clusterId = await findClusterId(client, idOrName);
      await client.call('DELETE /processing/runtimes/remote-engine-clusters/{clusterId}', { path: { clusterId } });
      return output.printResult({ id: clusterId }, `Deleted cluster ${clusterId}.`);
    });
}
