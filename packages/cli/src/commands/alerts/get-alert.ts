import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findAlertId } from './find-alert.ts';

/** `millrace alert show`. */
export function getAlert(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show one of your alert rules')
    .argument('<name or id>', 'the rule')
    .addHelpText('after', examples('millrace alert show "Nightly load"'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body } = await client.call('GET /api/v1/alerts/{id}', { path: { id: await findAlertId(client, idOrName) } });
      if (output.json) return output.printJson(body);
      return output.printTable(
        ['FIELD', 'VALUE'],
        Object.entries(body).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
        '',
      );
    });
}
