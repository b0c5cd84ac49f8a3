import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import type { Context } from '../../context.ts';
import { EXIT, Failure, isInterruption } from '../../failure.ts';
import { serverCommand, thingCommand } from '../../command-builders.ts';
import { ifFound } from '../../if-found.ts';
import { pickOne } from '../../names.ts';
import { exitCodeOfPlan, finishWithPlanOutcome, reasonInWords, secondsBetween } from '../../outcomes.ts';
import { retryWhileUnavailable } from '../../retry.ts';
import { sleep } from '../../shell.ts';
import { stateCell } from '../../states.ts';
import { logTime, oneLine } from '../../text.ts';
import { nameTasks } from '../task/lookup.ts';
import { planExecutionNoun, planNoun, readPlanExecution, readStepExecutions } from './lookup.ts';
import { nameSteps } from './chart-steps.ts';

const PAUSE_MS = 500;

type Details = Schema<'StepExecutionDetails'>;

/** Prints each step of a plan execution as it starts and ends, then the outcome. Ctrl-C ends the printing, not the execution. */
export async function followPlanExecution(context: Context, planExecutionId: string): Promise<void> {
  try {
    finishWithPlanOutcome(context, await printUntilEnd(context, planExecutionId));
  } catch (error) {
    if (!isInterruption(error)) throw error;
    context.output.note(
      `\nStopped following. The execution goes on:\n  millrace plan follow ${planExecutionId}\n  millrace plan stop ${planExecutionId}`,
    );
    context.shell.exitCode = EXIT.interrupted;
  }
}

async function printUntilEnd(context: Context, planExecutionId: string): Promise<Schema<'PlanExecutionStatus'>> {
  const { client, shell } = context;
  const print = createStepPrinter(context);
  let nameOf: ((stepId: string) => string) | undefined;
  for (;;) {
    // Read the status before the steps: if the execution has ended by then, the steps are complete.
    const execution = await retryWhileUnavailable(context, () => readPlanExecution(client, planExecutionId));
    nameOf ??= await retryWhileUnavailable(context, () => nameSteps(client, execution.planId));
    for (const step of await retryWhileUnavailable(context, () => readStepExecutions(client, planExecutionId))) {
      const path = { planExecutionId, stepExecutionId: step.executionId };
      const name = oneLine(nameOf(step.id));
      await print(`Step ${name}`, step, () => readDetails(client, path));
      if (step.executionStatus !== 'EXECUTION_FAILED') continue;
      const handler = await retryWhileUnavailable(context, () => readErrorHandler(client, path));
      if (handler) await print(`Error handler of step ${name}`, handler, () => Promise.resolve(handler));
    }
    if (exitCodeOfPlan(execution.status) !== undefined) return execution;
    await sleep(PAUSE_MS, shell.signal);
  }
}

type StepPath = { planExecutionId: string; stepExecutionId: string };

const readDetails = async (client: Client, path: StepPath): Promise<Details> =>
  (await client.call('GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}', { path })).body;

/** Reads the error handler of a step; undefined if the step has none, or its error handler has not begun. */
async function readErrorHandler(client: Client, path: StepPath): Promise<Details | undefined> {
  const route = 'GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}/error-handler';
  return (await ifFound(client.call(route, { path })))?.body;
}

/** Returns a function that prints the start and the end of a step once each. The details are read at the end only. */
function createStepPrinter(context: Context) {
  const { client, output } = context;
  const started = new Set<string>();
  const ended = new Set<string>();
  return async (subject: string, step: Schema<'StepExecution'>, details: () => Promise<Details>): Promise<void> => {
    const { executionId, startTimestamp, finishTimestamp, executionStatus } = step;
    const stamp = (time: string): string => output.paint(logTime(Date.parse(time)), 'dim');
    if (!started.has(executionId)) {
      started.add(executionId);
      if (output.wantsData) output.printDataLine({ ...step, executionStatus: 'STARTED', finishTimestamp: null });
      else output.print(`${stamp(startTimestamp)} ${subject} started.`);
    }
    if (finishTimestamp === null || ended.has(executionId)) return;
    ended.add(executionId);
    const stepDetails = await retryWhileUnavailable(context, details);
    if (output.wantsData) return output.printDataLine(stepDetails);
    const counts = `${stepDetails.doneExecutableCount} of ${stepDetails.plannedExecutableCount} executions, ${secondsBetween(step)} s`;
    output.print(
      `${stamp(finishTimestamp)} ${subject}: ${output.paint(stateCell(executionStatus).text, stateCell(executionStatus).tone)}, ${counts}.`,
    );
    await printFailures(client, output, stepDetails.doneTaskExecutableDetails);
  };
}

/** Says which tasks of a step did not succeed, and where their logs are. */
async function printFailures(client: Client, output: Context['output'], tasks: readonly Schema<'JobExecutionStatus'>[]): Promise<void> {
  const failed = tasks.filter(({ status }) => status !== 'execution_successful');
  const nameOf = await nameTasks(
    client,
    failed.map(({ jobId }) => jobId),
  );
  for (const execution of failed) {
    const { jobId, status, executionId, misfiredExecutionReason } = execution;
    const why = reasonInWords(execution);
    const reason = why === undefined ? '' : ` (${why})`;
    output.print(
      oneLine(
        `  Task ${nameOf(jobId)}: ${stateCell(status, misfiredExecutionReason).text}${reason}. Its log: millrace execution logs ${executionId}`,
      ),
    );
  }
}

/** `millrace plan follow`. */
export const followPlanExecutionCommand = serverCommand('follow', {
  summary: 'Print each step of a plan execution as it starts and ends, then the outcome',
  description:
    'Print each step of a plan execution as it starts and ends, then the outcome, which is also the exit code\n\nWith --json each line is one JSON value.',
  arguments: { '<id>': 'the plan execution; the beginning of the id is enough' },
  examples: ['millrace plan follow 01985b5e-7d5c-7000-8000-2d3c5a9f1b42'],
  async run(context, idOrPrefix: string) {
    await followPlanExecution(context, await planExecutionNoun.find(context.client, idOrPrefix));
  },
});

/** The option that follows a started plan. */
const FOLLOW = { '-f, --follow': 'print each step as it starts and ends, then the outcome, which is also the exit code' } as const;

/** `millrace plan run`: starts an execution and, when asked, follows it to its end. */
export const startPlanExecution = thingCommand(planNoun, 'run', {
  description: 'Run a plan\n\nWith --json and --follow each line is one JSON value: the execution id, the steps, and last the execution.',
  options: FOLLOW,
  examples: ['millrace plan run monthly --follow'],
  async run(context, executable) {
    const { body } = await context.client.call('POST /processing/executions/plans', { body: { executable } });
    await finishStart(context, body, context.options.follow ?? false);
  },
});

/** Prints the id of a started execution and, when asked, follows it. */
async function finishStart(context: Context, started: { executionId: string }, follow: boolean): Promise<void> {
  const { output } = context;
  if (!output.wantsData) output.print(`Started plan execution ${started.executionId}.`);
  else if (follow) output.printDataLine(started);
  else output.printData(started);
  if (follow) await followPlanExecution(context, started.executionId);
}

/** `millrace plan rerun`: runs a plan again from a step that failed. */
export const rerunPlanExecution = serverCommand('rerun', {
  description:
    'Run a plan again from a step that failed\n\nThe steps are those of the failed execution, even if the plan has been changed.',
  arguments: { '<id>': 'the failed plan execution; the beginning of the id is enough' },
  options: {
    '--step <name or id>': 'the step to begin with (default: the one that failed)',
    '--only-failed': 'leave out the tasks of that step that succeeded',
    ...FOLLOW,
  },
  examples: ['millrace plan rerun 01985b5e-7d5c-7000-8000-2d3c5a9f1b42 --only-failed --follow'],
  async run(context, idOrPrefix: string) {
    const { client, options } = context;
    const executionPlanId = await planExecutionNoun.find(client, idOrPrefix);
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
