import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { addSharingOptions, changeSharings, type SharingOptions } from '../sharing/sharing-options.ts';
import { findConnectionId } from './find-connection.ts';

/** `millrace connection share`. */
export function shareCatalogConnection(parent: Command, shell: Shell): void {
  addSharingOptions(
    parent
      .command('share')
      .description('Show who a connection of the catalogue is shared with, or share it with users and groups')
      .argument('<name or id>', 'the connection'),
  )
    .addHelpText('after', examples('millrace connection share warehouse --group analysts'))
    .action(async (idOrName: string, options: SharingOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      return changeSharings(client, output, { entityType: 'connection', entityId: await findConnectionId(client, idOrName) }, options);
    });
}
