/** The statuses of a plan execution and of its steps. `new-runs.ts` writes those of new plan executions, `moves.ts` all others. */
import type { Schema } from '@millrace/contract';

/** The status of a plan execution; all but the first are final. */
export type PlanExecutionState = Exclude<Schema<'DetailedPlanStatus'>, 'UNDEFINED' | 'FINISHED'>;

/** The status of a step or of its error handler. */
export type StepStatus = Schema<'StepStatus'>;

/** The statuses in which a plan execution or a step that has begun ends. */
const ENDS = ['EXECUTION_SUCCESS', 'EXECUTION_FAILED', 'EXECUTION_TERMINATED'] as const;

/** The meaning of a status for docs/states.md, and the statuses to which it may move. */
type StateFacts<Status> = { means: string; moves: readonly Status[] };

/**
 * The statuses, each with the short one in which it is shown. A misfired plan execution has its status from the start.
 * @rule plan-executions.status.pair
 */
export const PLAN_EXECUTION_STATES = {
  STARTED: { short: 'executing', means: 'a step or an error handler runs, or the next one is about to start', moves: ENDS },
  EXECUTION_SUCCESS: { short: 'execution_successful', means: 'the condition of its last step was met', moves: [] },
  EXECUTION_FAILED: {
    short: 'execution_failed',
    means: 'the condition of a step was not met; its error handler, where there is one, has ended',
    moves: [],
  },
  EXECUTION_MISFIRED: {
    short: 'execution_misfired',
    means: 'it could not start; the record has the reason; no part of it ran',
    moves: [],
  },
  EXECUTION_TERMINATED: { short: 'terminated', means: 'ended on request, with all its running tasks and plans', moves: [] },
} as const satisfies Record<PlanExecutionState, StateFacts<PlanExecutionState> & { short: Schema<'PlanStatus'> }>;

/** The statuses of a step and of an error handler. */
export const STEP_STATES = {
  STARTED: { means: 'its tasks or plans are running', moves: ENDS },
  EXECUTION_SUCCESS: { means: 'all have ended and its condition was met; of an error handler: all succeeded', moves: [] },
  EXECUTION_FAILED: { means: 'all have ended and its condition was not met; of an error handler: not all succeeded', moves: [] },
  EXECUTION_TERMINATED: { means: 'its plan execution was ended on request', moves: [] },
} as const satisfies Record<StepStatus, StateFacts<StepStatus>>;

/** The detailed status of a short one; undefined for an unknown one. */
export const detailOf = (short: Schema<'PlanStatus'>): PlanExecutionState | undefined =>
  (Object.keys(PLAN_EXECUTION_STATES) as PlanExecutionState[]).find((status) => PLAN_EXECUTION_STATES[status].short === short);

/** The outcomes of a task execution that count as success for a step. */
export const SUCCEEDED = ['EXECUTION_SUCCESS', 'EXECUTION_REJECTED'] as const;
