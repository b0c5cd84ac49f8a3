import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { findDatasetId } from './find-dataset.ts';

/** `millrace dataset show`. */
export function getDataset(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a dataset with its columns')
    .argument('<name or id>', 'the dataset')
    .addHelpText('after', examples('millrace dataset show public.airports'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const path = { datasetId: await findDatasetId(client, idOrName) };
      const { body: dataset } = await client.call('GET /datasets/{datasetId}', { path });
      const { body: columns } = await client.call('GET /datasets/{datasetId}/columns', { path });
      if (output.json) return output.printJson({ ...dataset, columns });
      const quality = dataset.talendGlobalQuality;
      output.printProperties([
        ['Id', dataset.id],
        ['Label', dataset.label],
        ['Name', dataset.technicalName],
        ['Description', dataset.description],
        ['Connection', dataset.datastore?.label],
        ['Tags', dataset.tags?.join(', ')],
        ['Certification', dataset.certification],
        ['Trust score', dataset.trustScore?.toFixed(1)],
        ['Quality', quality && `${quality['1']} valid, ${quality['0']} empty, ${quality['-1']} invalid`],
        ['Owner', dataset.owner],
        ['You may', dataset.entitlements?.join(', ')],
        ['Table gone since', dataset.vanishedAt && localTime(dataset.vanishedAt)],
      ]);
      return output.printTable(
        ['COLUMN', 'TYPE', 'MEANING', 'DESCRIPTION'],
        columns.map(({ path: column, type, semanticType, description }) => [column, type ?? '', semanticType ?? '', description]),
        'It has no columns.',
      );
    });
}
