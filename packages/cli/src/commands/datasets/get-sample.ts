import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { findDatasetId } from './find-dataset.ts';

/** `millrace dataset sample`. */
export function getSample(parent: Command, shell: Shell): void {
  parent
    .command('sample')
    .description('Show rows of a dataset; only a connection that keeps samples has them')
    .argument('<name or id>', 'the dataset')
    .option('--limit <n>', 'maximum number', wholeNumber, 20)
    .addHelpText('after', examples('millrace dataset sample public.airports --limit 5'))
    .action(async (idOrName: string, { limit }: { limit: number }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const path = { datasetId: await findDatasetId(client, idOrName) };
      const { body: sample } = await client.call('GET /datasets/{datasetId}/sample', { path, query: { limit } });
      if (output.json) return output.printJson(sample);
      output.printTable(
        sample.columns,
        sample.rows.map((row) => row.map((cell) => cell ?? '')),
        'The sample has no rows.',
      );
      return output.note(`${sample.rows.length} of ${sample.total} rows of the sample.`);
    });
}
