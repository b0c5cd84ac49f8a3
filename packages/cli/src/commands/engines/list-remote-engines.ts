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
        engines.map((engine) => [
          engine.id,
          engine.name,
          {
            text: engine.illness ? `${engine.availability}, ill (${engine.illness.code})` : engine.availability,
            tone: engine.availability === 'AVAILABLE' ? 'green' : 'yellow',
          },
          engine.status === 'PAIRED' ? 'yes' : 'no',
          engine.workspace?.environment?.name,
          engine.managed ? 'built-in' : 'remote',
          localTime(engine.createDate),
        ]),
        'No engines. `millrace engine pair --name <name>` adds one.',
      );
    });
}
