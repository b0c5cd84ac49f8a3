import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { exitCodeOfPlan } from '../../outcomes/plan-outcomes.ts';
import type { Shell } from '../../shell.ts';
import { findPlanExecutionId, readPlanExecution } from './find-plan-execution.ts';
import { followPlanExecution } from './follow-plan-execution.ts';

/** `millrace plan stop`: terminates a plan execution and, when asked, waits for its end. */
export function endPlanExecution(parent: Command, shell: Shell): void {
  parent
    .command('stop')
    .description('Terminate a plan execution with the executions of its current step; one that has ended stays as it is')
    .argument('<id>', 'the plan execution; the beginning of the id is enough')
    .option('--wait', 'wait for the end and print the steps and the outcome, which is also the exit code')
    .addHelpText('after', examples('millrace plan stop 01985b5e-7d5c-7000-8000-2d3c5a9f1b42 --wait'))
    .action(async (idOrPrefix: string, options: { wait?: boolean }, command: Command) => {
      const context = await openContext(command, shell);
      const { client, output } = context;
      const planExecutionId = await findPlanExecutionId(client, idOrPrefix);
      const before = await readPlanExecution(client, planExecutionId);
      await client.call('DELETE /processing/executions/plans/{planExecutionId}', { path: { planExecutionId } });
      const hasEnded = exitCodeOfPlan(before.status) !== undefined;
      if (!output.json)
        output.print(
          hasEnded ? `Plan execution ${planExecutionId} has already ended.` : `Plan execution ${planExecutionId} is being stopped.`,
        );
      if (options.wait) await followPlanExecution(context, planExecutionId);
    });
}
