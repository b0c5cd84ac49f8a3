import type { Schema } from '@millrace/contract';
import { ApiError, type Client } from '@millrace/contract/client';
import { serverCommand } from '../../group.ts';
import { type Context } from '../../context.ts';
import { EXIT } from '../../exit-codes.ts';
import { Failure, isInterruption } from '../../failure.ts';
import { finishWithOutcome } from '../../outcomes/finish-with-outcome.ts';
import { exitCodeOfStatus } from '../../outcomes/outcomes.ts';
import { exitCodeOfPlan, finishWithPlanOutcome } from '../../outcomes/plan-outcomes.ts';
import { retryWhileUnavailable } from '../../outcomes/retry-while-unavailable.ts';
import { sleep } from '../../shell.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { findPlanExecutionId } from '../plan/lookup.ts';
import { findExecutionId } from './lookup.ts';

const PAUSE_MS = 500;

/** `millrace execution wait`: waits for the end of an execution of a task or plan. */
export const waitForExecution = serverCommand('wait', {
  description: 'Wait for the end of an execution of a task or plan and print the outcome, which is also the exit code',
  arguments: { '<id>': 'the execution; the beginning of the id is enough' },
  options: (command) => command.option('--seconds <n>', 'wait at most this long, then fail; the execution goes on', wholeNumber),
  examples: ['millrace execution wait 01985b5e-7d5c-7000-8000-2d3c5a9f1b42 --seconds 600'],
  async run(context, idOrPrefix: string, { seconds }: { seconds?: number }) {
    const { shell } = context;
    const executionId = await findTaskOrPlanExecutionId(context.client, idOrPrefix);
    try {
      await waitForEnd(context, executionId, seconds === undefined ? Infinity : seconds * 1000);
    } catch (error) {
      if (!isInterruption(error)) throw error;
      context.output.note(`Stopped waiting. The execution goes on: millrace execution wait ${executionId}`);
      shell.exitCode = EXIT.interrupted;
    }
  },
});

async function waitForEnd(context: Context, executionId: string, maximumMs: number): Promise<void> {
  const { client, shell } = context;
  const start = performance.now();
  for (;;) {
    const { task, plan } = await retryWhileUnavailable(context, () => readTaskOrPlanExecution(client, executionId));
    if (task && exitCodeOfStatus(task.status) !== undefined) return finishWithOutcome(context, task);
    if (plan && exitCodeOfPlan(plan.status) !== undefined) return finishWithPlanOutcome(context, plan);
    const leftMs = maximumMs - (performance.now() - start);
    if (leftMs <= 0) throw new Failure('refused', `Execution ${executionId} has not ended in time; it goes on.`);
    await sleep(Math.min(PAUSE_MS, leftMs), shell.signal);
  }
}

/** Finds the full id of an execution of a task, or of a plan. */
async function findTaskOrPlanExecutionId(client: Client, idOrPrefix: string): Promise<string> {
  try {
    return await findExecutionId(client, idOrPrefix);
  } catch (error) {
    if (!(error instanceof Failure && error.kind === 'notFound')) throw error;
    return findPlanExecutionId(client, idOrPrefix).catch((planError: unknown) => {
      // The message about tasks lists the newest executions.
      throw planError instanceof Failure && planError.kind === 'notFound' ? error : planError;
    });
  }
}

type TaskOrPlanExecution = { task?: Schema<'JobExecutionStatus'>; plan?: Schema<'PlanExecutionStatus'> };

/** Reads the execution of a task, or the one of a plan with this id. */
async function readTaskOrPlanExecution(client: Client, executionId: string): Promise<TaskOrPlanExecution> {
  try {
    return { task: (await client.call('GET /processing/executions/{executionId}', { path: { executionId } })).body };
  } catch (error) {
    if (!isUnknown(error)) throw error;
    const path = { planExecutionId: executionId };
    const plan = await client.call('GET /processing/executions/plans/{planExecutionId}', { path }).catch((planError: unknown) => {
      // The message about tasks says that there is no such execution.
      throw isUnknown(planError) ? error : planError;
    });
    return { plan: plan.body };
  }
}

const isUnknown = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 403);
