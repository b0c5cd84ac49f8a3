/**
 * The statuses of a task execution and the moves between them. `new-executions.ts`, `claims.ts`, `moves.ts`, `ends.ts` and `engine-loss.ts`
 * write them.
 */
import type { Schema } from '@millrace/contract';
import { STATUS_OF_OUTCOME } from '@millrace/contract/outcomes';

/** The detailed status of a task execution. */
export type TaskExecutionState = Schema<'DetailedExecutionStatus'>;

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

/** The short status, the meaning for docs/states.md, and the statuses to which a status may move. */
type TaskExecutionStateFacts = { short: Schema<'ExecutionStatus'>; means: string; moves: readonly TaskExecutionState[] };

const outcome = (status: Outcome, means: string): TaskExecutionStateFacts => ({ short: STATUS_OF_OUTCOME[status], means, moves: [] });

/**
 * The statuses. A run begins as received, or as dispatched if it was handed over to a waiting claim. A run that is being stopped may still end by
 * itself, and then has that outcome. An execution goes back to received if its claim was not answered, or if its engine could not start it.
 * @rule task-executions.status.pair
 * @rule task-executions.status.moves
 * @rule task-executions.status.terminal
 */
export const TASK_EXECUTION_STATES: Readonly<Record<TaskExecutionState, TaskExecutionStateFacts>> = {
  EXECUTION_EVENT_RECEIVED: {
    short: 'dispatching',
    means: 'accepted; waits for an engine, the first time or after a return',
    // It ends without an engine when a caller ends it, when its task was busy at each attempt, or when no engine was available for it.
    moves: ['DISPATCHING_FLOW', 'EXECUTION_TERMINATED', 'DEPLOY_FAILED'],
  },
  DISPATCHING_FLOW: {
    short: 'dispatching',
    means: 'an engine has claimed it and prepares its start',
    moves: ['EXECUTION_EVENT_RECEIVED', 'STARTING_FLOW_EXECUTION', 'STOPPING_FLOW_EXECUTION', ...OUTCOMES],
  },
  STARTING_FLOW_EXECUTION: { short: 'executing', means: 'the engine has started it', moves: ['STOPPING_FLOW_EXECUTION', ...OUTCOMES] },
  STOPPING_FLOW_EXECUTION: { short: 'executing', means: 'a stop was requested; the engine is ending it', moves: OUTCOMES },
  EXECUTION_SUCCESS: outcome('EXECUTION_SUCCESS', 'exit code 0, no row rejected'),
  EXECUTION_REJECTED: outcome('EXECUTION_REJECTED', 'exit code 0, some rows rejected'),
  EXECUTION_FAILED: outcome('EXECUTION_FAILED', 'another exit code, a signal, or an engine whose lease expired'),
  DEPLOY_FAILED: outcome(
    'DEPLOY_FAILED',
    'it could not start: a misfire with its reason, or a bundle that the engine cannot download, unpack or start',
  ),
  EXECUTION_TERMINATED: outcome('EXECUTION_TERMINATED', 'ended on request'),
  EXECUTION_TERMINATED_TIMEOUT: outcome('EXECUTION_TERMINATED_TIMEOUT', 'it ran longer than its timeout'),
  EXECUTION_TERMINATED_SHUTDOWN: outcome('EXECUTION_TERMINATED_SHUTDOWN', 'its engine was shut down'),
};

const STATUSES = Object.keys(TASK_EXECUTION_STATES) as TaskExecutionState[];

/** Returns whether a status never changes again. */
export const isOutcome = (status: TaskExecutionState): status is Outcome => TASK_EXECUTION_STATES[status].moves.length === 0;

/** The statuses from which a move to `target` is legal. */
export const statusesBefore = (target: TaskExecutionState): TaskExecutionState[] =>
  STATUSES.filter((status) => TASK_EXECUTION_STATES[status].moves.includes(target));

/** The detailed statuses of a short status. */
export const detailsOf = (short: string): TaskExecutionState[] =>
  STATUSES.filter((status) => TASK_EXECUTION_STATES[status].short === short);
