/**
 * The statuses of a task execution and the moves between them. `new-executions.ts`, `claims.ts`, `moves.ts`, `ends.ts` and `engine-loss.ts`
 * write them.
 */
import type { Schema } from '@millrace/contract';
import { STATUS_OF_OUTCOME } from '@millrace/contract/outcomes';

/** The detailed status of a task execution. */
export type TaskExecutionState = Schema<'DetailedExecutionStatus'>;

/**
 * The short status of each detailed status.
 * @rule task-executions.status.pair
 */
export const TASK_REPORT_STATUS: Readonly<Record<TaskExecutionState, Schema<'ExecutionStatus'>>> = {
  EXECUTION_EVENT_RECEIVED: 'dispatching',
  DISPATCHING_FLOW: 'dispatching',
  STARTING_FLOW_EXECUTION: 'executing',
  STOPPING_FLOW_EXECUTION: 'executing',
  ...STATUS_OF_OUTCOME,
};

const OUTCOMES = [
  'EXECUTION_SUCCESS',
  'EXECUTION_REJECTED',
  'EXECUTION_FAILED',
  'DEPLOY_FAILED',
  'EXECUTION_TERMINATED',
  'EXECUTION_TERMINATED_TIMEOUT',
  'EXECUTION_TERMINATED_SHUTDOWN',
] as const;

/** A status that never changes again. */
export type Outcome = (typeof OUTCOMES)[number];

/**
 * The statuses to which each status may move. A run begins as received, or as dispatched if it was handed over to a waiting claim. A run that is
 * being stopped may still end by itself, and then has that outcome. An execution goes back to received if its claim was not answered, or if its
 * engine could not start it.
 * @rule task-executions.status.moves
 * @rule task-executions.status.terminal
 */
export const TASK_EXECUTION_MOVES: Readonly<Record<TaskExecutionState, readonly TaskExecutionState[]>> = {
  // It ends without an engine when a caller ends it, or when its task was busy at each attempt.
  EXECUTION_EVENT_RECEIVED: ['DISPATCHING_FLOW', 'EXECUTION_TERMINATED', 'DEPLOY_FAILED'],
  DISPATCHING_FLOW: ['EXECUTION_EVENT_RECEIVED', 'STARTING_FLOW_EXECUTION', 'STOPPING_FLOW_EXECUTION', ...OUTCOMES],
  STARTING_FLOW_EXECUTION: ['STOPPING_FLOW_EXECUTION', ...OUTCOMES],
  STOPPING_FLOW_EXECUTION: OUTCOMES,
  EXECUTION_SUCCESS: [],
  EXECUTION_REJECTED: [],
  EXECUTION_FAILED: [],
  DEPLOY_FAILED: [],
  EXECUTION_TERMINATED: [],
  EXECUTION_TERMINATED_TIMEOUT: [],
  EXECUTION_TERMINATED_SHUTDOWN: [],
};

/** Returns whether a status never changes again. */
export const isOutcome = (status: TaskExecutionState): status is Outcome => TASK_EXECUTION_MOVES[status].length === 0;

/** The statuses from which a move to `target` is legal. */
export const statusesBefore = (target: TaskExecutionState): TaskExecutionState[] =>
  (Object.keys(TASK_EXECUTION_MOVES) as TaskExecutionState[]).filter((status) => TASK_EXECUTION_MOVES[status].includes(target));

/** The detailed statuses of a short status. */
export const detailsOf = (short: string): TaskExecutionState[] =>
  (Object.keys(TASK_REPORT_STATUS) as TaskExecutionState[]).filter((status) => TASK_REPORT_STATUS[status] === short);
