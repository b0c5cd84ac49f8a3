/** Plan executions: runs of plans, step by step. */
import type { Feature } from '../../../core/http/feature.ts';
import { Problem } from '../../../core/base/problem.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import { advancePlans } from './advance.ts';
import { removeOldPlanExecutions } from './retention.ts';

export { startWithoutCaller, type PlanStart } from './advance.ts';
export { type LastPlanRunRow, selectLastPlanRuns } from './last-runs.ts';
export { requestEnds } from './moves.ts';
export { countRunsOfPlan, countRunsOfTask } from './rows.ts';

/** The endpoints and timers of plan executions. */
export const planExecutions: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  constraints: {
    plan_execution_workspace_id_fkey: () => new Problem(404, 'not_found', 'The plan was deleted a moment ago, with its workspace.'),
    task_execution_workspace_id_fkey: () =>
      new Problem(404, 'not_found', 'A task of the plan was deleted a moment ago, with its workspace.'),
  },
  timers: [advancePlans, removeOldPlanExecutions],
};
