import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { addSharingOptions, changeSharings, type SharingOptions } from '../sharing/sharing-options.ts';
import type { Shell } from '../../shell.ts';
import { findDatasetId } from './find-dataset.ts';

/** `millrace dataset share`. */
export function shareDataset(parent: Command, shell: Shell): void {
  addSharingOptions(
    parent
      .command('share')
      .description('Show who a dataset is shared with, or share it with users and groups')
      .argument('<name or id>', 'the dataset'),
  )
    .addHelpText('after', examples('millrace dataset share public.airports --user ada --group analysts --level WRITER'))
    .action(async (idOrName: string, options: SharingOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      return changeSharings(client, output, { entityType: 'dataset', entityId: await findDatasetId(client, idOrName) }, options);
    });
}
