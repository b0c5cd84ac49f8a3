import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { readPromotion } from './read-promotion.ts';

/** `millrace promotion delete`. */
export function deletePromotion(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a promotion with the records of its executions; promoted content stays')
    .argument('<source/target or id>', 'the promotion')
    .addHelpText('after', examples('millrace promotion delete Test/Production'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { executable: promotionId } = await readPromotion(client, idOrName);
      await client.call('DELETE /orchestration/executables/promotions/{promotionId}', { path: { promotionId } });
      return output.printResult({ id: promotionId }, `Deleted promotion ${promotionId}.`);
    });
}
