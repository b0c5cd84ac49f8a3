import type { Command } from 'commander';

import { openContext, type Context } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findPlanId } from '../plans/find-plan.ts';
import { followPlanExecution } from './follow-plan-execution.ts';

/** The option that follows a started plan. */
export const FOLLOW = ['-f, --follow', 'print each step as it starts and ends, then the outcome, which is also the exit code'] as const;

/** `millrace plan run`: starts an execution and, when asked, follows it to its end. */
export function startPlanExecution(parent: Command, shell: Shell): void {
  parent
    .command('run')
    .summary('Run a plan')
    .description('Run a plan\n\nWith --json and --follow each line is one JSON value: the execution id, the steps, and last the execution.')
    .argument('<name or id>', 'the plan')
    .option(...FOLLOW)
    .addHelpText('after', examples('millrace plan run monthly --follow'))
    .action(async (idOrName: string, options: { follow?: boolean }, command: Command) => {
      const context = await openContext(command, shell);
      const executable = await findPlanId(context.client, idOrName);
      const { body } = await context.client.call('POST /processing/executions/plans', { body: { executable } });
      await finishStart(context, body, options.follow ?? false);
    });
}

/** Prints the id of a started execution and, when asked, follows it. */
export async function finishStart(context: Context, started: { executionId: string }, follow: boolean): Promise<void> {
  const { output } = context;
  if (!output.json) output.print(`Started plan execution ${started.executionId}.`);
  else if (follow) output.printJsonLine(started);
  else output.printJson(started);
  if (follow) await followPlanExecution(context, started.executionId);
}
