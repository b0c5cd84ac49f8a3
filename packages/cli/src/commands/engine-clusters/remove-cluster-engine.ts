import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findEngineId } from '../engines/find-engine.ts';
import { findClusterId, readCluster } from '../engines/find-cluster.ts';

/** `millrace cluster remove-engine`. */
export function removeClusterEngine(parent: Command, shell: Shell): void {
  parent
    .command('remove-engine')
    .description('Remove an engine from a cluster; tasks go on running on the cluster')
    .argument('<cluster>', 'name or id of the cluster')
    .argument('<engine>', 'name or id of the engine')
    .addHelpText('after', examples('millrace cluster remove-engine "Night loads" berlin'))
    .action(async (cluster: string, engine: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const path = { clusterId: await findClusterId(client, cluster), engineId: await findEngineId(client, engine) };
      await client.call('DELETE /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}', { path });
      if (output.json) return output.printJson(await readCluster(client, path.clusterId));
      return output.print(`Removed engine ${path.engineId} from cluster ${path.clusterId}.`);
    });
}
