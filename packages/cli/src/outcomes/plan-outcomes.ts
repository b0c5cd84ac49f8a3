import type { Schema } from '@millrace/contract';

import type { Context } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import type { Tone } from '../table.ts';
import { oneLine } from '../text.ts';

type PlanStatus = Schema<'PlanStatus'>;
type Execution = Schema<'PlanExecutionStatus'>;

/** Every status with its tone and, if it ends a plan execution, its exit code. */
const STATUSES: Readonly<Record<PlanStatus, { tone: Tone; exitCode?: number }>> = {
  executing: { tone: 'cyan' },
  execution_successful: { tone: 'green', exitCode: EXIT.success },
  execution_failed: { tone: 'red', exitCode: EXIT.executionFailed },
  execution_misfired: { tone: 'red', exitCode: EXIT.executionFailed },
  terminated: { tone: 'yellow', exitCode: EXIT.executionTerminated },
};

/** The statuses of plan executions. */
export const PLAN_STATUSES = Object.keys(STATUSES) as PlanStatus[];

/** Returns the colour of the status of a plan execution. */
export const toneOfPlan = (status: PlanStatus): Tone => STATUSES[status].tone;

/** Returns the exit code of a plan execution that has ended, or undefined while it has not. */
export const exitCodeOfPlan = (status: PlanStatus): number | undefined => STATUSES[status].exitCode;

/** Seconds from start to finish; undefined until the end. */
export const secondsBetween = ({ startTimestamp, finishTimestamp }: Pick<Execution, 'startTimestamp' | 'finishTimestamp'>) =>
  finishTimestamp === null ? undefined : (Math.max(0, Date.parse(finishTimestamp) - Date.parse(startTimestamp)) / 1000).toFixed(1);

/** The last line of a followed plan execution: status, tasks, seconds, and the reason of a failure. */
export function describePlanOutcome(execution: Execution): string {
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
