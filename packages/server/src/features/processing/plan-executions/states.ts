/** The statuses of a plan execution and of its steps. `accept.ts` writes the first one, `moves.ts` the others. */
import type { Schema } from '@millrace/contract';

/** What a plan execution is in; all but the first are final. */
export type Status = Exclude<Schema<'DetailedPlanStatus'>, 'UNDEFINED' | 'FINISHED'>;

/** What a step of it is in, or its error handler. */
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

/** The detailed status behind a short one. */
export const detailOf = (short: Schema<'PlanStatus'>): Status | undefined =>
  (Object.keys(SHORT_STATUS) as Status[]).find((status) => SHORT_STATUS[status] === short);

/** The outcomes of a task execution that count as success for a step. */
export const SUCCEEDED = ['EXECUTION_SUCCESS', 'EXECUTION_REJECTED'] as const;
