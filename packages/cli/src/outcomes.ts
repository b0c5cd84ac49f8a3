/** The outcomes of executions of tasks and plans: their exit codes, and the lines that describe them. */
import type { Schema } from '@millrace/contract';
import { EXPLANATION_TEXTS, type ExplanationKey } from '@millrace/contract/explanation-texts';
import { plainMessage } from '@millrace/contract/plain-messages';
import type { Context } from './context.ts';
import { EXIT } from './failure.ts';
import { stateCell } from './states.ts';
import { oneLine } from './text.ts';

/** A status of an execution. */
export type ExecutionStatus = Schema<'ExecutionStatus'>;
type JobExecution = Schema<'JobExecutionStatus'>;

/** Every status with its exit code, if it ends an execution. */
const EXIT_CODES_OF_TASKS: Readonly<Record<ExecutionStatus, number | undefined>> = {
  dispatching: undefined,
  executing: undefined,
  deploy_failed: EXIT.deployFailed,
  execution_successful: EXIT.success,
  execution_rejected: EXIT.executionRejected,
  execution_failed: EXIT.executionFailed,
  terminated: EXIT.executionTerminated,
  terminated_timeout: EXIT.executionTerminated,
  terminated_shutdown: EXIT.executionTerminated,
};

/** The statuses that the lists of executions take. */
export const EXECUTION_STATUSES = Object.keys(EXIT_CODES_OF_TASKS) as ExecutionStatus[];

/** Returns the exit code of an execution that has ended, or undefined while it has not. */
export function exitCodeOfTask(status: ExecutionStatus): number | undefined {
  return EXIT_CODES_OF_TASKS[status];
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

/** Why an execution failed or did not start, in words; undefined if it has not. */
export function reasonInWords({
  errorMessage,
  misfiredExecutionReason,
}: {
  errorMessage?: string | undefined;
  misfiredExecutionReason?: string | undefined;
}): string | undefined {
  if (errorMessage !== undefined) return plainMessage(errorMessage);
  return misfiredExecutionReason !== undefined && misfiredExecutionReason in EXPLANATION_TEXTS
    ? EXPLANATION_TEXTS[misfiredExecutionReason as ExplanationKey]
    : undefined;
}

/** The last line of a followed execution: state, row counts, seconds, and the reason of a failure. */
export function describeOutcome(execution: EndedExecution): string {
  const { status, numberOfProcessedRows: processed, numberOfRejectedRows: rejected, errorMessage, misfiredExecutionReason } = execution;
  const seconds = secondsOf(execution);
  const facts = [
    processed === undefined ? undefined : `${processed} ${processed === 1 ? 'row' : 'rows'} processed`,
    rejected === undefined ? undefined : `${rejected} rejected`,
    seconds === undefined ? undefined : `${seconds} s`,
  ].filter((fact) => fact !== undefined);
  const reason = reasonInWords({ errorMessage, misfiredExecutionReason });
  return `${stateCell(status, misfiredExecutionReason).text}${facts.length > 0 ? `: ${facts.join(', ')}` : ''}${reason ? ` (${oneLine(reason)})` : ''}`;
}

type PlanStatus = Schema<'PlanStatus'>;
type PlanExecution = Schema<'PlanExecutionStatus'>;

/** Every status with its exit code, if it ends a plan execution. */
const EXIT_CODES_OF_PLANS: Readonly<Record<PlanStatus, number | undefined>> = {
  executing: undefined,
  execution_successful: EXIT.success,
  execution_failed: EXIT.executionFailed,
  execution_misfired: EXIT.executionFailed,
  terminated: EXIT.executionTerminated,
};

/** The statuses of plan executions. */
export const PLAN_STATUSES = Object.keys(EXIT_CODES_OF_PLANS) as PlanStatus[];

/** Returns the exit code of a plan execution that has ended, or undefined while it has not. */
export const exitCodeOfPlan = (status: PlanStatus): number | undefined => EXIT_CODES_OF_PLANS[status];

/** Seconds from start to finish of the execution of a plan or a step; undefined until the end. */
export const secondsBetween = ({ startTimestamp, finishTimestamp }: Pick<PlanExecution, 'startTimestamp' | 'finishTimestamp'>) =>
  finishTimestamp === null ? undefined : (Math.max(0, Date.parse(finishTimestamp) - Date.parse(startTimestamp)) / 1000).toFixed(1);

/** The last line of a followed plan execution: state, tasks, seconds, and the reason of a failure. */
function describePlanOutcome(execution: PlanExecution): string {
  const { status, doneExecutableCount: done, plannedExecutableCount: planned } = execution;
  const reason = reasonInWords(execution);
  return `${stateCell(status).text}: ${done} of ${planned} tasks, ${secondsBetween(execution) ?? 0} s${reason ? ` (${oneLine(reason)})` : ''}`;
}

/** Prints the outcome of a plan execution that has ended and makes it the exit code. */
export function finishWithPlanOutcome({ output, shell }: Pick<Context, 'output' | 'shell'>, execution: PlanExecution): void {
  if (output.wantsData) output.printDataLine(execution);
  else output.print(output.paint(describePlanOutcome(execution), stateCell(execution.status).tone));
  shell.exitCode = exitCodeOfPlan(execution.status) ?? 0;
}

/** Prints the outcome of an execution of a task that has ended and makes it the exit code. */
export function finishWithOutcome({ output, shell }: Pick<Context, 'output' | 'shell'>, execution: EndedExecution): void {
  if (output.wantsData) output.printDataLine(execution);
  else output.print(output.paint(describeOutcome(execution), stateCell(execution.status, execution.misfiredExecutionReason).tone));
  shell.exitCode = exitCodeOfTask(execution.status) ?? 0;
}

/** Prints that an execution is being stopped, or that it had ended before. With JSON and `wait`, only the outcome is printed, by its own function. */
export function printStop(
  { output }: Pick<Context, 'output'>,
  what: 'Execution' | 'Plan execution',
  { executionId, hasEnded, wait }: { executionId: string; hasEnded: boolean; wait: boolean },
): void {
  const sentence = `${what} ${executionId} ${hasEnded ? 'has already ended' : 'is being stopped'}.`;
  if (!wait) output.printResult({ executionId }, sentence);
  else if (!output.wantsData) output.print(sentence);
}
