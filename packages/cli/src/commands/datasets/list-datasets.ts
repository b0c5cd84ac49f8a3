import { Option, type Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { printDatasets } from './print-datasets.ts';

type ListOptions = { query?: string; favorites?: true; sortBy?: string; descending?: true };

/** `millrace dataset list`. */
export function listDatasets(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List the datasets that you can see')
    .addOption(new Option('--query <query>', 'only those that match a condition in the query language of the catalogue'))
    .option('--favorites', 'only your favourites')
    .option('--sort-by <field>', 'order by a field of the answer, such as trustScore')
    .option('--descending', 'the largest first')
    .addHelpText('after', examples(`millrace dataset list --query "certification = 'certified' and columns.path contains 'mail'"`))
    .action(async ({ query, favorites, sortBy, descending }: ListOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body } = await client.call('GET /datasets', {
        query: {
          ...(query !== undefined && { serviceQlQuery: query }),
          ...(favorites && { favorite: 'true' }),
          ...(sortBy !== undefined && { sortBy }),
          ...(descending && { sortOrder: 'desc' }),
        },
      });
      return printDatasets(output, body);
    });
}
