import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { printDatasets } from './print-datasets.ts';

/** `millrace dataset search`. */
export function searchDatasets(parent: Command, shell: Shell): void {
  parent
    .command('search')
    .description('Find datasets by words of their names, descriptions, columns, tags and attributes')
    .argument('<words...>', 'all of them must occur; -word must not')
    .addHelpText('after', examples('millrace dataset search customer mail'))
    .action(async (words: string[], _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body } = await client.call('GET /datasets', { query: { search: words.join(' ') } });
      return printDatasets(output, body);
    });
}
