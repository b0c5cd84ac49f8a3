import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { readEnvironment } from './read-environment.ts';

/** `millrace environment show`. */
export function getEnvironment(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show an environment with its workspaces')
    .argument('<name or id>', 'the environment')
    .addHelpText('after', examples('millrace environment show Production'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const environment = await readEnvironment(client, idOrName);
      if (output.json) return output.printJson(environment);
      const { body: workspaces } = await client.call('GET /orchestration/workspaces', {
        query: { query: `environment.id==${environment.id}` },
      });
      return output.printProperties([
        ['Id', environment.id],
        ['Name', environment.name],
        ['Description', environment.description],
        ['Default', environment.default ? 'yes' : 'no'],
        ['Workspaces', workspaces.map(({ name }) => name).join(', ')],
      ]);
    });
}
