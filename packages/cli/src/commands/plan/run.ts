import type { Client } from '@millrace/contract/client';
import { serverCommand, thingCommand } from '../../group.ts';
import { type Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { pickOne } from '../../names.ts';
import { followPlanExecution } from './follow.ts';
import { findPlanExecutionId, readPlanExecution, readStepExecutions, planNoun } from './lookup.ts';
import { nameSteps } from './steps.ts';

/** The option that follows a started plan. */
const FOLLOW = ['-f, --follow', 'print each step as it starts and ends, then the outcome, which is also the exit code'] as const;

/** `millrace plan run`: starts an execution and, when asked, follows it to its end. */
export const startPlanExecution = thingCommand(planNoun, 'run', {
  description: 'Run a plan\n\nWith --json and --follow each line is one JSON value: the execution id, the steps, and last the execution.',
  options: (command) => command.option(...FOLLOW),
  examples: ['millrace plan run monthly --follow'],
  async run(context, executable, options: { follow?: boolean }) {
    const { body } = await context.client.call('POST /processing/executions/plans', { body: { executable } });
    await finishStart(context, body, options.follow ?? false);
  },
});

/** Prints the id of a started execution and, when asked, follows it. */
async function finishStart(context: Context, started: { executionId: string }, follow: boolean): Promise<void> {
  const { output } = context;
  if (!output.json) output.print(`Started plan execution ${started.executionId}.`);
  else if (follow) output.printJsonLine(started);
  else output.printJson(started);
  if (follow) await followPlanExecution(context, started.executionId);
}

type RerunOptions = { step?: string; onlyFailed?: true; follow?: boolean };

/** `millrace plan rerun`: runs a plan again from a step that failed. */
export const rerunPlanExecution = serverCommand('rerun', {
  description:
    'Run a plan again from a step that failed\n\nThe steps are those of the failed execution, even if the plan has been changed.',
  arguments: { '<id>': 'the failed plan execution; the beginning of the id is enough' },
  options: (command) =>
    command
      .option('--step <name or id>', 'the step to begin with (default: the one that failed)')
      .option('--only-failed', 'leave out the tasks of that step that succeeded')
      .option(...FOLLOW),
  examples: ['millrace plan rerun 01985b5e-7d5c-7000-8000-2d3c5a9f1b42 --only-failed --follow'],
  async run(context, idOrPrefix: string, options: RerunOptions) {
    const { client } = context;
    const executionPlanId = await findPlanExecutionId(client, idOrPrefix);
    const { planId } = await readPlanExecution(client, executionPlanId);
    const stepId = await findStep(client, planId, executionPlanId, options.step);
    const { body } = await client.call('POST /processing/executions/plans', {
      body: { executable: planId, executionPlanId, stepId, rerunOnlyFailedTasks: options.onlyFailed ?? false },
    });
    await finishStart(context, body, options.follow ?? false);
  },
});

/** Finds the id of the execution of a step: the named one, or the one that failed. */
async function findStep(client: Client, planId: string, planExecutionId: string, wanted: string | undefined): Promise<string> {
  const steps = await readStepExecutions(client, planExecutionId);
  if (wanted === undefined) {
    const failed = steps.find(({ executionStatus }) => executionStatus === 'EXECUTION_FAILED');
    if (!failed) throw new Failure('refused', `No step of plan execution ${planExecutionId} has failed.`);
    return failed.executionId;
  }
  const nameOf = await nameSteps(client, planId);
  return pickOne('step', wanted, steps, ({ id, executionId }) => ({ id: executionId, names: [nameOf(id), id] })).executionId;
}
