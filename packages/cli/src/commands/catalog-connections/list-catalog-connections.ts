import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { readAllConnections } from './find-connection.ts';

/** `millrace connection list`. */
export function listCatalogConnections(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List connections: those of your workspaces, and those of the catalogue that are shared with you')
    .option('--catalogue', 'only those of the catalogue')
    .addHelpText('after', examples('millrace connection list --catalogue'))
    .action(async ({ catalogue }: { catalogue?: true }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const all = await readAllConnections(client);
      const shown = catalogue ? all.filter(({ datasets }) => datasets !== undefined) : all;
      if (output.json) return output.printJson(shown);
      return output.printTable(
        ['ID', 'NAME', 'KIND', 'WORKSPACE', 'IN CATALOGUE', 'DATASETS'],
        shown.map((connection) => [
          connection.id,
          connection.name,
          connection.kind,
          connection.workspace,
          connection.datasets === undefined ? 'no' : 'yes',
          connection.datasets,
        ]),
        'There are no such connections.',
      );
    });
}
