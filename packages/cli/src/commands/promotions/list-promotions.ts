import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';

/** `millrace promotion list`. */
export function listPromotions(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List promotions')
    .addHelpText('after', examples('millrace promotion list'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body } = await client.call('GET /orchestration/executables/promotions');
      if (output.json) return output.printJson(body);
      return output.printTable(
        ['ID', 'NAME', 'SOURCE', 'TARGET'],
        body.map((promotion) => [promotion.executable, promotion.name, promotion.sourceEnvironment.name, promotion.targetEnvironment.name]),
        'There are no promotions that you can see.',
      );
    });
}
