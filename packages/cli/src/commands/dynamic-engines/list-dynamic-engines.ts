import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';

/** `millrace dynamic-engine list`. */
export function listDynamicEngines(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List dynamic engines and their states')
    .addHelpText('after', examples('millrace dynamic-engine list'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body: engines } = await client.call('GET /processing/runtimes/dynamic-engines');
      if (output.json) return output.printJson(engines);
      return output.printTable(
        ['ID', 'NAME', 'STATE', 'SINCE', 'CREATED'],
        engines.map((engine) => [
          engine.id,
          engine.name,
          { text: engine.state, tone: engine.state === 'CONNECTED' ? 'green' : 'yellow' },
          localTime(engine.lastModifiedStateDate),
          localTime(engine.creationDate),
        ]),
        'No dynamic engines. `millrace dynamic-engine create <name>` adds one.',
      );
    });
}
