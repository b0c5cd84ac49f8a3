import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findPlanId } from './find-plan.ts';

/** `millrace plan delete`. */
export function deletePlan(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a plan; its executions stay in the history. Refused while an execution is unfinished or another plan uses it')
    .argument('<name or id>', 'the plan')
    .addHelpText('after', examples('millrace plan delete monthly'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const planId = await findPlanId(client, idOrName);
      await client.call('DELETE /orchestration/executables/plans/{planId}', { path: { planId } });
      return output.printResult({ id: planId }, `Deleted plan ${planId}.`);
    });
}
