import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findEnvironmentId } from '../environments/find-environment.ts';

type CreateOptions = { source: string; target: string; description?: string };

/** `millrace promotion create`. */
export function createPromotion(parent: Command, shell: Shell): void {
  parent
    .command('create')
    .summary('Create a promotion between two environments')
    .description('Create a promotion between two environments\n\nAccounts that may run it: `millrace promotion assign`.')
    .requiredOption('--source <name or id>', 'the environment whose content is copied')
    .requiredOption('--target <name or id>', 'the environment that gets it')
    .option('--description <text>', 'its purpose')
    .addHelpText('after', examples('millrace promotion create --source Test --target Production'))
    .action(async ({ source, target, description }: CreateOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body } = await client.call('POST /orchestration/executables/promotions', {
        body: {
          sourceEnvironmentId: await findEnvironmentId(client, source),
          targetEnvironmentId: await findEnvironmentId(client, target),
          ...(description !== undefined && { description }),
        },
      });
      return output.printResult(body, `Created promotion ${body.name} (${body.executable}).`);
    });
}
