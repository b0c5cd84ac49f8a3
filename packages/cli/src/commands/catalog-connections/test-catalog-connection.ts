import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';
import { findConnectionId } from './find-connection.ts';

/** `millrace connection test`. */
export function testCatalogConnection(parent: Command, shell: Shell): void {
  parent
    .command('test')
    .description('Test whether a connection can be opened')
    .argument('<name or id>', 'the connection')
    .addHelpText('after', examples('millrace connection test warehouse'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const connectionId = await findConnectionId(client, idOrName);
      const { body } = await client.call('POST /connections/{connectionId}/test', { path: { connectionId } });
      if (output.json) output.printJson(body);
      else if (body.success) output.print(body.reason);
      if (!body.success) throw new Failure('refused', body.reason);
    });
}
