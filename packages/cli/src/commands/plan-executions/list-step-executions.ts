import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { secondsBetween, toneOfPlan } from '../../outcomes/plan-outcomes.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { findPlanExecutionId, readPlanExecution, readStepExecutions } from './find-plan-execution.ts';
import { STEP_TONES } from './follow-plan-execution.ts';
import { namePlans, nameSteps } from './step-names.ts';

/** `millrace plan steps`: shows a plan execution with its started steps. */
export function listStepExecutions(parent: Command, shell: Shell): void {
  parent
    .command('steps')
    .description('Show a plan execution with its started steps')
    .argument('<id>', 'the plan execution; the beginning of the id is enough')
    .addHelpText('after', examples('millrace plan steps 01985b5e-7d5c-7000-8000-2d3c5a9f1b42'))
    .action(async (idOrPrefix: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const planExecutionId = await findPlanExecutionId(client, idOrPrefix);
      const execution = await readPlanExecution(client, planExecutionId);
      const steps = await readStepExecutions(client, planExecutionId);
      if (output.json) return output.printJson({ ...execution, steps });
      const [nameOf, stepNameOf] = [await namePlans(client, [execution.planId]), await nameSteps(client, execution.planId)];
      output.printProperties([
        ['Plan execution', execution.executionId],
        ['Plan', nameOf(execution.planId)],
        ['Status', { text: execution.status, tone: toneOfPlan(execution.status) }],
        ['Reason', execution.errorMessage ?? execution.misfiredExecutionReason],
        ['Tasks', `${execution.doneExecutableCount} of ${execution.plannedExecutableCount}`],
        ['Started', `${localTime(execution.startTimestamp)} (${execution.executionType})`],
        ['Finished', execution.finishTimestamp === null ? undefined : localTime(execution.finishTimestamp)],
        ['Seconds', secondsBetween(execution)],
      ]);
      output.print('');
      return output.printTable(
        ['STEP', 'STATUS', 'STARTED', 'SECONDS', 'STEP EXECUTION'],
        steps.map((step) => [
          stepNameOf(step.id),
          { text: step.executionStatus, tone: STEP_TONES[step.executionStatus] },
          localTime(step.startTimestamp),
          secondsBetween(step),
          step.executionId,
        ]),
        'No step has started.',
      );
    });
}
