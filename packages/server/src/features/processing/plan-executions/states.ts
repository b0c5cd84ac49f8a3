/** The statuses of a plan execution and of its steps. `new-runs.ts` writes the first one, `moves.ts` the others. */
import type { Schema } from '@millrace/contract';

/** The status of a plan execution; all but the first are final. */
export type PlanExecutionState = Exclude<Schema<'DetailedPlanStatus'>, 'UNDEFINED' | 'FINISHED'>;

/** The status of a step or of its error handler. */
export type StepStatus = Schema<'StepStatus'>;

/**
 * The short status in which each detailed one is shown.
 * @rule plan-executions.status.pair
 */
export const PLAN_REPORT_STATUS: Readonly<Record<PlanExecutionState, Schema<'PlanStatus'>>> = {
  STARTED: 'executing',
  EXECUTION_SUCCESS: 'execution_successful',
  EXECUTION_FAILED: 'execution_failed',
  EXECUTION_MISFIRED: 'execution_misfired',
  EXECUTION_TERMINATED: 'terminated',
};

/** The statuses to which each status may move. A misfired plan execution had no status before. */
export const PLAN_EXECUTION_MOVES = {
  STARTED: ['EXECUTION_SUCCESS', 'EXECUTION_FAILED', 'EXECUTION_TERMINATED'],
  EXECUTION_SUCCESS: [],
  EXECUTION_FAILED: [],
  EXECUTION_MISFIRED: [],
  EXECUTION_TERMINATED: [],
} as const satisfies Record<PlanExecutionState, readonly PlanExecutionState[]>;

/** The same for a step and an error handler. */
export const STEP_MOVES = {
  STARTED: ['EXECUTION_SUCCESS', 'EXECUTION_FAILED', 'EXECUTION_TERMINATED'],
  EXECUTION_SUCCESS: [],
  EXECUTION_FAILED: [],
  EXECUTION_TERMINATED: [],
} as const satisfies Record<StepStatus, readonly StepStatus[]>;

/** The detailed statuses of a short status. */
export const detailOf = (short: Schema<'PlanStatus'>): PlanExecutionState | undefined =>
  (Object.keys(PLAN_REPORT_STATUS) as PlanExecutionState[]).find((status) => PLAN_REPORT_STATUS[status] === short);

/** The outcomes of a task execution that count as success for a step. */
export const SUCCEEDED = ['EXECUTION_SUCCESS', 'EXECUTION_REJECTED'] as const;
