import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findServiceAccountId } from './find-service-account.ts';

/** `millrace service-account delete`. */
export function deleteServiceAccount(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a service account; its secrets, tokens and rights end at once')
    .argument('<name or id>', 'the service account')
    .addHelpText('after', examples('millrace service-account delete pipeline'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findServiceAccountId(client, idOrName);
      await client.call('DELETE /account/service-accounts/{id}', { path: { id } });
      return output.printResult({ id }, `Deleted service account ${id}.`);
    });
}
