/** The statuses of a plan execution and of its steps. `accept.ts` writes the first one, `moves.ts` the others. */
import type { Schema } from '@millrace/contract';

/** The status of a plan execution; all but the first are final. */
export type Status = Exclude<Schema<'DetailedPlanStatus'>, 'UNDEFINED' | 'FINISHED'>;

/** The status of a step or of its error handler. */
export type StepStatus = Schema<'StepStatus'>;

/**
 * The short status that each detailed one is shown with.
 * @rule plan-executions.status.pair
 */
export const SHORT_STATUS: Readonly<Record<Status, Schema<'PlanStatus'>>> = {
  STARTED: 'executing',
  EXECUTION_SUCCESS: 'execution_successful',
  EXECUTION_FAILED: 'execution_failed',
  EXECUTION_MISFIRED: 'execution_misfired',
  EXECUTION_TERMINATED: 'terminated',
};

/** Where each status moves to; one that misfires never was in another. */
export const MOVES = {
  STARTED: ['EXECUTION_SUCCESS', 'EXECUTION_FAILED', 'EXECUTION_TERMINATED'],
  EXECUTION_SUCCESS: [],
  EXECUTION_FAILED: [],
  EXECUTION_MISFIRED: [],
  EXECUTION_TERMINATED: [],
} as const satisfies Record<Status, readonly Status[]>;

/** The same for a step and an error handler. */
export const STEP_MOVES = {
  STARTED: ['EXECUTION_SUCCESS', 'EXECUTION_FAILED', 'EXECUTION_TERMINATED'],
  EXECUTION_SUCCESS: [],
  EXECUTION_FAILED: [],
  EXECUTION_TERMINATED: [],
} as const satisfies Record<StepStatus, readonly StepStatus[]>;

/** The detailed status behind a short one. */
export const detailOf = (short: Schema<'PlanStatus'>): Status | undefined =>
  (Object.keys(SHORT_STATUS) as Status[]).find((status) => SHORT_STATUS[status] === short);

/** The outcomes of a task execution that count as success for a step. */
export const SUCCEEDED = ['EXECUTION_SUCCESS', 'EXECUTION_REJECTED'] as const;
