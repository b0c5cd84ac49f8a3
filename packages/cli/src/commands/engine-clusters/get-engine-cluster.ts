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
      const one = await readCluster(client, await findClusterId(client, idOrName));
      if (output.json) return output.printJson(one);
      const { body: engines } = await client.call('GET /processing/runtimes/remote-engines');
      const names = new Map(engines.map(({ id, name }) => [id, name]));
      return output.printProperties([
        ['Id', one.id],
        ['Name', one.name],
        ['Description', one.description],
        ['Environment', one.workspace?.environment?.name],
        ['Workspace', one.workspace?.name],
        ['Availability', { text: one.availability, tone: one.availability === 'AVAILABLE' ? 'green' : 'yellow' }],
        ['Engines', one.engines.map((id) => names.get(id) ?? id).join(', ') || 'none'],
      ]);
    });
}
