/** Task executions: runs of tasks. */
import type { Feature } from '../../../core/http/feature.ts';
import { Problem } from '../../../core/base/problem.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import { followsClock, endUnavailableTimer, expireLeasesTimer } from './life-cycle/engine-loss.ts';
import { countDaysTimer, recountsDays } from './lists/counted-days.ts';
import { countHoursTimer, recountsHours } from './lists/counted-hours.ts';
import { historyTable } from './life-cycle/executions.ts';

export { findExecution, isLiveRowOf, lockLive, selectEndedOfSteps, selectUnfinished } from './life-cycle/executions.ts';
export { type ExecutionRow, startTimeOf } from './life-cycle/executions.ts';
export { endRequestColumns, toEndRequestJson, type EndRequestRow } from './life-cycle/executions.ts';
export { startBuiltIn, startTasks, type Started, type TaskStart } from './starts.ts';
export { hasRunConfig } from './task-rows.ts';
export { claim, type Claim, type ClaimedRow, waitingClaims } from './life-cycle/claims.ts';
export { availability, illness, isSilent, sendsHeartbeats, UNISOLATED, type EngineIllness } from './life-cycle/engines.ts';
export { BUILT_IN_ENDS, STEPS, stopsIn, topicsToWake, type ExecutionEnd } from './life-cycle/ends.ts';
export {
  markFinished,
  markStarted,
  requestEnd,
  giveBackClaimed,
  giveBackReturned,
  giveBackUnanswered,
  MAX_RETURNS,
} from './life-cycle/moves.ts';
export { toJobExecutionJson, toTaskVersion } from './json.ts';
export { endAllLive, endGone, endLeases, extendLeases, type Lease } from './life-cycle/engine-loss.ts';
export { type LastRunRow, selectLastRuns } from './lists/last-runs.ts';
export { isOutcome } from './life-cycle/states.ts';
export { keptSince, periodOf, type Period } from './lists/spans.ts';
export { selectCountedHours } from './lists/counted-hours.ts';

/** The endpoints, subscriptions, timers and tables of task executions. */
export const taskExecutions: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  constraints: {
    task_execution_workspace_id_fkey: () => new Problem(404, 'not_found', 'The task was deleted a moment ago, with its workspace.'),
  },
  subscriptions: [followsClock, recountsDays, recountsHours],
  timers: [expireLeasesTimer, endUnavailableTimer, countDaysTimer, countHoursTimer],
  partitioned: [historyTable],
};
