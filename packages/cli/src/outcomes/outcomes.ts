import type { Schema } from '@millrace/contract';

import { EXIT } from '../exit-codes.ts';
import type { Tone } from '../table.ts';
import { oneLine } from '../text.ts';

/** A status of an execution. */
export type ExecutionStatus = Schema<'ExecutionStatus'>;
type JobExecution = Schema<'JobExecutionStatus'>;

/** Every status with its tone and, if it ends an execution, its exit code. */
const STATUSES: Readonly<Record<ExecutionStatus, { tone: Tone; exitCode?: number }>> = {
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
export const EXECUTION_STATUSES = Object.keys(STATUSES) as ExecutionStatus[];

/** Returns the colour of a status. */
export function toneOf(status: ExecutionStatus): Tone {
  return STATUSES[status].tone;
}

/** Returns the exit code of an execution that has ended, or undefined while it has not. */
export function exitCodeOfStatus(status: ExecutionStatus): number | undefined {
  return STATUSES[status].exitCode;
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
