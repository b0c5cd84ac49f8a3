import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';

/** `millrace environment list`. */
export function listEnvironments(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List environments')
    .addHelpText('after', examples('millrace environment list'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body: environments } = await client.call('GET /orchestration/environments');
      if (output.json) return output.printJson(environments);
      return output.printTable(
        ['ID', 'NAME', 'DEFAULT', 'DESCRIPTION'],
        environments.map((environment) => [environment.id, environment.name, environment.default ? 'yes' : '', environment.description]),
        'There are no environments that you can see.',
      );
    });
}
