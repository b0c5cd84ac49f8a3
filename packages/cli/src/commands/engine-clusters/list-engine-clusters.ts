import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';

/** `millrace cluster list`. */
export function listEngineClusters(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List clusters and whether they can take work')
    .addHelpText('after', examples('millrace cluster list'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body } = await client.call('GET /processing/runtimes/remote-engine-clusters');
      if (output.json) return output.printJson(body);
      return output.printTable(
        ['ID', 'NAME', 'AVAILABILITY', 'ENVIRONMENT', 'WORKSPACE', 'CREATED'],
        body.map((cluster) => [
          cluster.id,
          cluster.name,
          { text: cluster.availability, tone: cluster.availability === 'AVAILABLE' ? 'green' : 'yellow' },
          cluster.workspace?.environment?.name,
          cluster.workspace?.name,
          localTime(cluster.createDate),
        ]),
        'No clusters.',
      );
    });
}
