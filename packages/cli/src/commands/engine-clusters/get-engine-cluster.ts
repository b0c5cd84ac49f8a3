import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findClusterId, readCluster } from '../engines/find-cluster.ts';

/** `millrace cluster show`. */
export function getEngineCluster(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a cluster with its engines')
    .argument('<name or id>', 'the cluster')
    .addHelpText('after', examples('millrace cluster show "Night loads"'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const cluster = await readCluster(client, await findClusterId(client, idOrName));
      if (output.json) return output.printJson(cluster);
      const { body: engines } = await client.call('GET /processing/runtimes/remote-engines');
      const names = new Map(engines.map(({ id, name }) => [id, name]));
      return output.printProperties([
        ['Id', cluster.id],
        ['Name', cluster.name],
        ['Description', cluster.description],
        ['Environment', cluster.workspace?.environment?.name],
        ['Workspace', cluster.workspace?.name],
        ['Availability', { text: cluster.availability, tone: cluster.availability === 'AVAILABLE' ? 'green' : 'yellow' }],
        ['Engines', cluster.engines.map((id) => names.get(id) ?? id).join(', ') || 'none'],
      ]);
    });
}
