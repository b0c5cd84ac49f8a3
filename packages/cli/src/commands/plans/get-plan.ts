import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { ifFound } from '../../if-found.ts';
import type { Shell } from '../../shell.ts';
import { describePause } from '../pauses/describe-pause.ts';
import { findPlanId, readPlan } from './find-plan.ts';
import { STEP_TITLES, stepRow, chartSteps, toStepRequest } from './plan-steps.ts';

/** `millrace plan show`. */
export function getPlan(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a plan with its steps and its trigger')
    .argument('<name or id>', 'the plan')
    .option('--steps', 'print only the steps, as a JSON list that --steps-file accepts')
    .addHelpText('after', examples('millrace plan show monthly', 'millrace plan show monthly --steps > steps.json'))
    .action(async (idOrName: string, { steps: onlySteps }: { steps?: true }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const planId = await findPlanId(client, idOrName);
      const plan = await readPlan(client, planId);
      const steps = chartSteps(plan.chart);
      if (onlySteps) return output.printJson(steps.map(toStepRequest));
      const runConfig = await readPlanRunConfig(client, planId);
      if (output.json) return output.printJson({ ...plan, runConfig: runConfig ?? null });
      output.printProperties([
        ['Id', plan.executable],
        ['Name', plan.name],
        ['Description', plan.description],
        ['Workspace', [plan.workspace?.environment?.name, plan.workspace?.name].filter(Boolean).join('/')],
        ['Paused', describePause(plan.planPauseDetails)],
        ['Trigger', runConfig?.trigger.type ?? 'none'],
        ['In parallel', runConfig?.parallelExecutionAllowed ? 'yes' : 'no'],
        ['Last execution', plan.status],
      ]);
      output.print('');
      return output.printTable(STEP_TITLES, steps.map(stepRow), 'The plan has no steps.');
    });
}

/** Reads the run configuration of a plan; undefined if it has none. */
export const readPlanRunConfig = async (client: Client, planId: string): Promise<Schema<'PlanRunConfig'> | undefined> =>
  (await ifFound(client.call('GET /orchestration/executables/plans/{planId}/run-config', { path: { planId } })))?.body;
