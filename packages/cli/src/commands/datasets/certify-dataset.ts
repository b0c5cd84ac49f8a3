import { Argument, type Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findDatasetId } from './find-dataset.ts';

type Certification = 'none' | 'pending' | 'certified';

/** `millrace dataset certify`. */
export function certifyDataset(parent: Command, shell: Shell): void {
  parent
    .command('certify')
    .description('Set the certification of a dataset, which says whether people can trust it')
    .argument('<name or id>', 'the dataset')
    .addArgument(new Argument('[certification]', 'certification').choices(['certified', 'pending', 'none']).default('certified'))
    .addHelpText('after', examples('millrace dataset certify public.airports'))
    .action(async (idOrName: string, currentCertification: Certification, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const datasetId = await findDatasetId(client, idOrName);
      const { body } = await client.call('PUT /datasets/{datasetId}/certification', {
        path: { datasetId },
        body: { currentCertification },
      });
      return output.printResult(body, `The certification of dataset ${datasetId} is ${currentCertification}.`);
    });
}
