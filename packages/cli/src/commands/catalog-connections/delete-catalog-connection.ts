import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findConnectionId } from './find-connection.ts';

/** `millrace connection delete`. */
export function deleteCatalogConnection(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a connection that no task and no dataset uses')
    .argument('<name or id>', 'the connection')
    .option('--only-from-catalogue', 'take it out of the catalogue; tasks of its workspace go on using it')
    .addHelpText('after', examples('millrace connection delete warehouse', 'millrace connection delete warehouse --only-from-catalogue'))
    .action(async (idOrName: string, { onlyFromCatalogue }: { onlyFromCatalogue?: true }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const connectionId = await findConnectionId(client, idOrName);
      if (onlyFromCatalogue) await client.call('DELETE /connections/{connectionId}', { path: { connectionId } });
      else await client.call('DELETE /orchestration/connections/{connectionId}', { path: { connectionId } });
      return output.printResult(
        { id: connectionId },
        onlyFromCatalogue ? `Took connection ${connectionId} out of the catalogue.` : `Deleted connection ${connectionId}.`,
      );
    });
}
