import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findAlertId } from './find-alert.ts';

/** `millrace alert delete`. */
export function deleteAlert(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete one of your alert rules with its incidents')
    .argument('<name or id>', 'the rule')
    .addHelpText('after', examples('millrace alert delete "Nightly load"'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findAlertId(client, idOrName);
      await client.call('DELETE /api/v1/alerts/{id}', { path: { id } });
      return output.printResult({ id }, `Deleted alert ${id}.`);
    });
}
