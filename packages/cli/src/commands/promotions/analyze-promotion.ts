import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findChosen, keptFields, withPromotionOptions, type ChoiceOptions } from './chosen-object.ts';
import { readPromotion } from './read-promotion.ts';
import { printReport } from './print-report.ts';

/** `millrace promotion analyze`. */
export function analyzePromotion(parent: Command, shell: Shell): void {
  withPromotionOptions(
    parent
      .command('analyze')
      .alias('analyse')
      .description('Show the changes that a promotion would make, without making them')
      .argument('<source/target or id>', 'the promotion'),
  )
    .addHelpText(
      'after',
      examples('millrace promotion analyze Test/Production', 'millrace promotion analyze Test/Production --plan monthly'),
    )
    .action(async (idOrName: string, options: ChoiceOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const promotion = await readPromotion(client, idOrName);
      const chosen = await findChosen(client, promotion, options);
      const { body } = await client.call('POST /orchestration/executables/promotions/{promotionId}', {
        path: { promotionId: promotion.executable },
        body: { ...keptFields(options), ...(chosen && { promotionAdvancedInfo: chosen }) },
      });
      if (output.json) return output.printJson(body);
      return printReport(output, body);
    });
}
