import type { Schema } from '@millrace/contract';
import { MillraceError } from '@millrace/client';
import type { Client } from '@millrace/contract/client';
import type { Context } from '../../context.ts';
import { EXIT, Failure, isInterruption } from '../../failure.ts';
import { serverCommand } from '../../command-builders.ts';
import { readWholeNumber } from '../../option-values.ts';
import { exitCodeOfPlan, exitCodeOfTask, finishWithOutcome, finishWithPlanOutcome } from '../../outcomes.ts';
import { retryWhileUnavailable } from '../../retry.ts';
import { sleep } from '../../shell.ts';
import { planExecutionNoun } from '../plan/lookup.ts';
import { executionNoun } from './lookup.ts';

const PAUSE_MS = 500;

/** `millrace execution wait`: waits for the end of an execution of a task or plan. */
export const waitForExecution = serverCommand('wait', {
  description: 'Wait for the end of an execution of a task or plan and print the outcome, which is also the exit code',
  arguments: { '<id>': 'the execution; the beginning of the id is enough' },
  options: { '--seconds <n>': { text: 'wait at most this long, then fail; the execution goes on', parse: readWholeNumber } },
  examples: ['millrace execution wait 01985b5e-7d5c-7000-8000-2d3c5a9f1b42 --seconds 600'],
  async run(context, idOrPrefix: string) {
    const { shell } = context;
    const { seconds } = context.options;
    const executionId = await findTaskOrPlanExecutionId(context.client, idOrPrefix);
    try {
      await waitForOutcome(context, executionId, seconds === undefined ? undefined : seconds * 1000);
    } catch (error) {
      if (!isInterruption(error)) throw error;
      context.output.note(`Stopped waiting. The execution goes on: millrace execution wait ${executionId}`);
      shell.exitCode = EXIT.interrupted;
    }
  },
});

/** Time for an answer at the end of waiting, so that an execution that has ended in time is seen. */
const LAST_READ_MS = 5000;
/** A longer timer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Waits for the end of the execution of a task or plan, and prints its outcome. Throws a `Failure` if it has not ended after `maximumMs`, or if the server
 * does not answer by then. `waitForTask` and `waitForPlan` of the client are not enough: the id may be that of either, and a person reads here when the
 * server does not answer.
 */
export async function waitForOutcome(context: Context, executionId: string, maximumMs = Infinity): Promise<void> {
  const { client, shell } = context;
  const start = performance.now();
  const limit = new AbortController();
  const limitMs = maximumMs + LAST_READ_MS;
  const timer = limitMs <= LONGEST_TIMER_MS ? setTimeout(() => limit.abort(), limitMs) : undefined;
  const signal = AbortSignal.any([shell.signal, limit.signal]);
  try {
    for (;;) {
      const { task, plan } = await retryWhileUnavailable(context, () => readTaskOrPlanExecution(client, executionId, signal), signal);
      if (task && exitCodeOfTask(task.status) !== undefined) return finishWithOutcome(context, task);
      if (plan && exitCodeOfPlan(plan.status) !== undefined) return finishWithPlanOutcome(context, plan);
      const leftMs = maximumMs - (performance.now() - start);
      if (leftMs <= 0) throw new Failure('refused', `Execution ${executionId} has not ended in time; it goes on.`);
      await sleep(Math.min(PAUSE_MS, leftMs), shell.signal);
    }
  } catch (error) {
    if (!limit.signal.aborted || shell.signal.aborted) throw error;
    const message = `The server at ${context.url} did not answer in time whether execution ${executionId} has ended. The execution goes on. Check that the server is running.`;
    throw new Failure('unreachable', message);
  } finally {
    clearTimeout(timer);
  }
}

/** Finds the full id of an execution of a task, or of a plan. */
async function findTaskOrPlanExecutionId(client: Client, idOrPrefix: string): Promise<string> {
  try {
    return await executionNoun.find(client, idOrPrefix);
  } catch (error) {
    if (!(error instanceof Failure && error.kind === 'notFound')) throw error;
    return planExecutionNoun.find(client, idOrPrefix).catch((planError: unknown) => {
      // The message about tasks lists the newest executions.
      throw planError instanceof Failure && planError.kind === 'notFound' ? error : planError;
    });
  }
}

type TaskOrPlanExecution = { task?: Schema<'JobExecutionStatus'>; plan?: Schema<'PlanExecutionStatus'> };

/** Reads the execution of a task, or the one of a plan with this id. */
async function readTaskOrPlanExecution(client: Client, executionId: string, signal: AbortSignal): Promise<TaskOrPlanExecution> {
  try {
    return { task: (await client.call('GET /processing/executions/{executionId}', { path: { executionId }, signal })).body };
  } catch (error) {
    if (!isUnknown(error)) throw error;
    const path = { planExecutionId: executionId };
    const plan = await client.call('GET /processing/executions/plans/{planExecutionId}', { path, signal }).catch((planError: unknown) => {
      // The message about tasks says that there is no such execution.
      throw isUnknown(planError) ? error : planError;
    });
    return { plan: plan.body };
  }
}

const isUnknown = (error: unknown): boolean => error instanceof MillraceError && (error.status === 404 || error.status === 403);
