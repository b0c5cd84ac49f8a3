import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { readPromotion } from './read-promotion.ts';

/** `millrace promotion change`. */
export function changePromotion(parent: Command, shell: Shell): void {
  parent
    .command('change')
    .description('Change the description of a promotion')
    .argument('<source/target or id>', 'the promotion')
    .requiredOption('--description <text>', 'new description')
    .addHelpText('after', examples('millrace promotion change Test/Production --description "Each Monday"'))
    .action(async (idOrName: string, { description }: { description: string }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const promotion = await readPromotion(client, idOrName);
      const path = { promotionId: promotion.executable };
      await client.call('PATCH /orchestration/executables/promotions/{promotionId}', { path, body: { description } });
      return output.printResult({ ...promotion, description }, `Changed promotion ${promotion.executable}.`);
    });
}
