import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findPlanExecutionId } from './find-plan-execution.ts';
import { followPlanExecution } from './follow-plan-execution.ts';

/** `millrace plan follow`. */
export function addFollowCommand(parent: Command, shell: Shell): void {
  parent
    .command('follow')
    .summary('Print each step of a plan execution as it starts and ends, then the outcome')
    .description(
      'Print each step of a plan execution as it starts and ends, then the outcome, which is also the exit code\n\nWith --json each line is one JSON value.',
    )
    .argument('<id>', 'the plan execution; the beginning of the id is enough')
    .addHelpText('after', examples('millrace plan follow 01985b5e-7d5c-7000-8000-2d3c5a9f1b42'))
    .action(async (idOrPrefix: string, _options: unknown, command: Command) => {
      const context = await openContext(command, shell);
      await followPlanExecution(context, await findPlanExecutionId(context.client, idOrPrefix));
    });
}
