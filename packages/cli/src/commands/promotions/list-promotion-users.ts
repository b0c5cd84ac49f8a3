import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { readPromotion } from './read-promotion.ts';

/** `millrace promotion users`. */
export function listPromotionUsers(parent: Command, shell: Shell): void {
  parent
    .command('users')
    .description('List the accounts that may analyze and run a promotion')
    .argument('<source/target or id>', 'the promotion')
    .addHelpText('after', examples('millrace promotion users Test/Production'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const path = { promotionId: (await readPromotion(client, idOrName)).executable };
      const { body } = await client.call('GET /orchestration/executables/promotions/{promotionId}/users', { path });
      if (output.json) return output.printJson(body);
      const rows = [...body.userIds.map((id) => [id, 'user']), ...body.serviceAccountIds.map((id) => [id, 'service account'])];
      return output.printTable(['ID', 'KIND'], rows, 'No account may run it.');
    });
}
