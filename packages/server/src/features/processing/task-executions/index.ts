// cap: 70 because plans, firing, webhooks and the engine protocol all move executions through it
/** Task executions: runs of tasks. */
import type { Feature } from '../../../core/http/feature.ts';
import { Problem } from '../../../core/base/problem.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { endTaskExecution } from './end-task-execution.ts';
import { explainTaskExecution } from './explain-task-execution.ts';
import { getTaskExecution } from './get-task-execution.ts';
import { listExecutionsOfTask } from './list-executions-of-task.ts';
import { listTaskExecutions } from './list-task-executions.ts';
import { searchTaskExecutions } from './search-task-executions.ts';
import { followsClock } from './life-cycle/set-back.ts';
import { startTaskExecution } from './start-task-execution.ts';
import { countDaysTimer, recountsDays } from './lists/count-days.ts';
import { endUnavailableTimer, expireLeasesTimer } from './life-cycle/timers.ts';
import { historyTable } from './lists/history-table.ts';

export { findExecution, lockLive } from './access.ts';
export { startBuiltIn } from './start-built-in.ts';
export { hasRunConfig } from './run-configs.ts';
export { startTasks, type Started, type TaskStart } from './start-tasks.ts';
export { claim, type ClaimedRow } from './life-cycle/claim.ts';
export { availability, illness, isSilent, sendsHeartbeats, UNISOLATED, type EngineIllness } from './life-cycle/engine-availability.ts';
export { extendLeases, type Lease } from './life-cycle/leases.ts';
export { BUILT_IN_ENDS, STEPS, stopsIn, topicsToWake } from './life-cycle/topics.ts';
export { toJobExecutionJson, toTaskVersion } from './json.ts';
export { endAllLive, endGone, endLeases } from './life-cycle/engine-loss.ts';
export {
  giveBackClaimed,
  giveBackReturned,
  giveBackUnanswered,
  markFinished,
  markStarted,
  MAX_RETURNS,
  requestEnd,
  type ExecutionEnd,
  type FinishMove,
  type ReturnMove,
  type StartMove,
} from './life-cycle/moves.ts';
export { isOutcome } from './life-cycle/states.ts';
export { startTimeOf } from './life-cycle/times.ts';
export type { ExecutionRow } from './life-cycle/execution-row.ts';
export { selectEndedOfSteps, selectUnfinished } from './queries.ts';
export { periodOf, type Period } from './lists/period.ts';
export { waitingClaims } from './life-cycle/waiting-claims.ts';
export type { StartableTask } from './life-cycle/startable-task.ts';

/** The endpoints, subscriptions, timers and tables of task executions. */
export const taskExecutions: Feature = {
  surface: orchestration,
  endpoints: [
    listTaskExecutions,
    searchTaskExecutions,
    listExecutionsOfTask,
    startTaskExecution,
    getTaskExecution,
    endTaskExecution,
    explainTaskExecution,
  ],
  constraints: {
    task_execution_workspace_id_fkey: () => new Problem(404, 'not_found', 'The task was deleted a moment ago, with its workspace.'),
  },
  subscriptions: [followsClock, recountsDays],
  timers: [expireLeasesTimer, endUnavailableTimer, countDaysTimer],
  partitioned: [historyTable],
};
