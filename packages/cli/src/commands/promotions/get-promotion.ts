import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { readPromotion } from './read-promotion.ts';

/** `millrace promotion show`. */
export function getPromotion(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a promotion')
    .argument('<source/target or id>', 'the promotion')
    .addHelpText('after', examples('millrace promotion show Test/Production'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const promotion = await readPromotion(client, idOrName);
      if (output.json) return output.printJson(promotion);
      return output.printProperties([
        ['Id', promotion.executable],
        ['Name', promotion.name],
        ['Description', promotion.description],
        ['Source', promotion.sourceEnvironment.name],
        ['Target', promotion.targetEnvironment.name],
      ]);
    });
}
