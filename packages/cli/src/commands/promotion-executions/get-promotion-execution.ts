import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import { isId } from '../../names.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { printReport } from '../promotions/print-report.ts';

/** `millrace promotion report`. */
export function getPromotionExecution(parent: Command, shell: Shell): void {
  parent
    .command('report')
    .description('Show the report of an execution or an analysis of a promotion')
    .argument('<id>', 'id of the execution or analysis')
    .addHelpText('after', examples('millrace promotion report 01985b5e-7d5c-7000-8000-2d3c5a9f1b42'))
    .action(async (promotionExecutionId: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      if (!isId(promotionExecutionId))
        throw new Failure('usage', `"${oneLine(promotionExecutionId)}" is no id. \`millrace promotion run\` and \`analyze\` print it.`);
      const path = { promotionExecutionId };
      const { body } = await client.call('GET /processing/executions/promotions/{promotionExecutionId}', { path });
      if (output.json) return output.printJson(body);
      return printReport(output, body);
    });
}
