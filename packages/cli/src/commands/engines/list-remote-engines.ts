import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';

/** `millrace engine list`. */
export function listRemoteEngines(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List engines and whether they can take work')
    .addHelpText('after', examples('millrace engine list'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body: engines } = await client.call('GET /processing/runtimes/remote-engines');
      if (output.json) return output.printJson(engines);
      return output.printTable(
        ['ID', 'NAME', 'AVAILABILITY', 'PAIRED', 'ENVIRONMENT', 'KIND', 'CREATED'],
        engines.map((one) => [
          one.id,
          one.name,
          {
            text: one.illness ? `${one.availability}, ill (${one.illness.code})` : one.availability,
            tone: one.availability === 'AVAILABLE' ? 'green' : 'yellow',
          },
          one.status === 'PAIRED' ? 'yes' : 'no',
          one.workspace?.environment?.name,
          one.managed ? 'built-in' : 'remote',
          localTime(one.createDate),
        ]),
        'No engines. `millrace engine pair --name <name>` adds one.',
      );
    });
}
