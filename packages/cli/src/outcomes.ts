import type { Schema } from '@millrace/contract';
import { isUnavailable } from '@millrace/client';
import type { Context } from './context.ts';
import { EXIT } from './failure.ts';
import { sleep } from './shell.ts';
import type { Tone } from './table.ts';
import { oneLine } from './text.ts';

/** A status of an execution. */
export type ExecutionStatus = Schema<'ExecutionStatus'>;
type JobExecution = Schema<'JobExecutionStatus'>;

/** Every status with its tone and, if it ends an execution, its exit code. */
const OUTCOMES: Readonly<Record<ExecutionStatus, { tone: Tone; exitCode?: number }>> = {
  dispatching: { tone: 'cyan' },
  executing: { tone: 'cyan' },
  deploy_failed: { tone: 'red', exitCode: EXIT.deployFailed },
  execution_successful: { tone: 'green', exitCode: EXIT.success },
  execution_rejected: { tone: 'yellow', exitCode: EXIT.executionRejected },
  execution_failed: { tone: 'red', exitCode: EXIT.executionFailed },
  terminated: { tone: 'yellow', exitCode: EXIT.executionTerminated },
  terminated_timeout: { tone: 'yellow', exitCode: EXIT.executionTerminated },
  terminated_shutdown: { tone: 'yellow', exitCode: EXIT.executionTerminated },
};

/** The values of `--status`. */
export const EXECUTION_STATUSES = Object.keys(OUTCOMES) as ExecutionStatus[];

/** Returns the colour of a status. */
export function toneOf(status: ExecutionStatus): Tone {
  return OUTCOMES[status].tone;
}

/** Returns the exit code of an execution that has ended, or undefined while it has not. */
export function exitCodeOfStatus(status: ExecutionStatus): number | undefined {
  return OUTCOMES[status].exitCode;
}

type Times = Pick<JobExecution, 'triggerTimestamp' | 'startTimestamp' | 'finishTimestamp'>;

/** Returns the time at which the run began; undefined if it has not begun, in which case the API sends the time of the trigger. */
export const startTimestampOf = ({ startTimestamp, triggerTimestamp }: Times): string | undefined =>
  startTimestamp === triggerTimestamp ? undefined : startTimestamp;

/** Seconds from start to finish; undefined unless both are known. */
export function secondsOf(times: Times): string | undefined {
  const start = startTimestampOf(times);
  if (start === undefined || !times.finishTimestamp) return undefined;
  // An older server may report an end before the start.
  return (Math.max(0, Date.parse(times.finishTimestamp) - Date.parse(start)) / 1000).toFixed(1);
}

/** The fields of an ended execution that `describeOutcome` prints. */
export type EndedExecution = Times &
  Pick<JobExecution, 'status' | 'numberOfProcessedRows' | 'numberOfRejectedRows' | 'errorMessage' | 'misfiredExecutionReason'>;

/** The last line of a followed execution: status, row counts, seconds, and the reason of a failure. */
export function describeOutcome(execution: EndedExecution): string {
  const { status, numberOfProcessedRows: processed, numberOfRejectedRows: rejected, errorMessage, misfiredExecutionReason } = execution;
  const seconds = secondsOf(execution);
  const facts = [
    processed === undefined ? undefined : `${processed} ${processed === 1 ? 'row' : 'rows'} processed`,
    rejected === undefined ? undefined : `${rejected} rejected`,
    seconds === undefined ? undefined : `${seconds} s`,
  ].filter((fact) => fact !== undefined);
  const reason = errorMessage ?? misfiredExecutionReason;
  return `${status}${facts.length > 0 ? `: ${facts.join(', ')}` : ''}${reason ? ` (${oneLine(reason)})` : ''}`;
}

type PlanStatus = Schema<'PlanStatus'>;
type Execution = Schema<'PlanExecutionStatus'>;

/** Every status with its tone and, if it ends a plan execution, its exit code. */
const OUTCOMES_OF_PLANS: Readonly<Record<PlanStatus, { tone: Tone; exitCode?: number }>> = {
  executing: { tone: 'cyan' },
  execution_successful: { tone: 'green', exitCode: EXIT.success },
  execution_failed: { tone: 'red', exitCode: EXIT.executionFailed },
  execution_misfired: { tone: 'red', exitCode: EXIT.executionFailed },
  terminated: { tone: 'yellow', exitCode: EXIT.executionTerminated },
};

/** The statuses of plan executions. */
export const PLAN_STATUSES = Object.keys(OUTCOMES_OF_PLANS) as PlanStatus[];

/** Returns the colour of the status of a plan execution. */
export const toneOfPlan = (status: PlanStatus): Tone => OUTCOMES_OF_PLANS[status].tone;

/** Returns the exit code of a plan execution that has ended, or undefined while it has not. */
export const exitCodeOfPlan = (status: PlanStatus): number | undefined => OUTCOMES_OF_PLANS[status].exitCode;

/** Seconds from start to finish; undefined until the end. */
export const secondsBetween = ({ startTimestamp, finishTimestamp }: Pick<Execution, 'startTimestamp' | 'finishTimestamp'>) =>
  finishTimestamp === null ? undefined : (Math.max(0, Date.parse(finishTimestamp) - Date.parse(startTimestamp)) / 1000).toFixed(1);

/** The last line of a followed plan execution: status, tasks, seconds, and the reason of a failure. */
function describePlanOutcome(execution: Execution): string {
  const { status, doneExecutableCount: done, plannedExecutableCount: planned, errorMessage, misfiredExecutionReason } = execution;
  const reason = errorMessage ?? misfiredExecutionReason;
  return `${status}: ${done} of ${planned} tasks, ${secondsBetween(execution) ?? 0} s${reason ? ` (${oneLine(reason)})` : ''}`;
}

/** Prints the outcome of a plan execution that has ended and makes it the exit code. */
export function finishWithPlanOutcome({ output, shell }: Pick<Context, 'output' | 'shell'>, execution: Execution): void {
  if (output.json) output.printJsonLine(execution);
  else output.print(output.paint(describePlanOutcome(execution), toneOfPlan(execution.status)));
  shell.exitCode = exitCodeOfPlan(execution.status) ?? 0;
}

/** Prints the outcome of an execution that has ended and makes it the exit code. */
export function finishWithOutcome({ output, shell }: Pick<Context, 'output' | 'shell'>, execution: EndedExecution): void {
  if (output.json) output.printJsonLine(execution);
  else output.print(output.paint(describeOutcome(execution), toneOf(execution.status)));
  shell.exitCode = exitCodeOfStatus(execution.status) ?? 0;
}

const PAUSE_MS = 2000;
/** The maximum number of attempts of a call while the server is busy or restarting. */
const MAX_ATTEMPTS = 15;

/** Repeats a call for half a minute while the server restarts or is busy, then throws its error: an execution goes on in the meantime. */
export async function retryWhileUnavailable<T>({ output, shell }: Pick<Context, 'output' | 'shell'>, call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!isUnavailable(error) || attempt === MAX_ATTEMPTS) throw error;
      if (attempt === 1) output.note('The server does not answer. Trying again for half a minute.');
      await sleep(PAUSE_MS, shell.signal);
    }
  }
}
