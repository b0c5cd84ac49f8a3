import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';

/** `millrace allowlist observations`. */
export function listObservations(parent: Command, shell: Shell): void {
  parent
    .command('observations')
    .description('List accounts and addresses of the last week that the IP allowlist refuses, also while it is disabled')
    .addHelpText('after', examples('millrace allowlist observations'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body: observations } = await client.call('GET /security/ip-allowlist/observations');
      if (output.json) return output.printJson(observations);
      return output.printTable(
        ['ACCOUNT', 'ADDRESS', 'LAST CALL', 'FIRST CALL'],
        observations.map((observation) => [observation.name, observation.address, observation.lastSeen, observation.firstSeen]),
        'The IP allowlist refuses no call of the last week.',
      );
    });
}
