/** Plan executions: runs of plans, step by step. */
import type { Feature } from '../../../core/http/feature.ts';
import { Problem } from '../../../core/base/problem.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { endPlanExecution } from './end-plan-execution.ts';
import { getErrorHandlerExecution } from './get-error-handler-execution.ts';
import { getPlanExecution } from './get-plan-execution.ts';
import { getStepExecution } from './get-step-execution.ts';
import { listExecutionsOfPlan } from './list-executions-of-plan.ts';
import { listPlanExecutions } from './list-plan-executions.ts';
import { listStepExecutions } from './list-step-executions.ts';
import { startPlanExecution } from './start-plan-execution.ts';
import { advancePlans, removeOldPlanExecutions } from './timers.ts';

export { startWithoutCaller, type PlanStart } from './start-without-caller.ts';
export { endAllOpen } from './moves.ts';
export { countRunsOfPlan, countRunsOfTask } from './queries.ts';

/** The endpoints and timers of plan executions. */
export const planExecutions: Feature = {
  surface: orchestration,
  endpoints: [
    listPlanExecutions,
    listExecutionsOfPlan,
    startPlanExecution,
    getPlanExecution,
    endPlanExecution,
    listStepExecutions,
    getStepExecution,
    getErrorHandlerExecution,
  ],
  constraints: {
    plan_execution_workspace_id_fkey: () => new Problem(404, 'not_found', 'The plan was deleted a moment ago, with its workspace.'),
    task_execution_workspace_id_fkey: () =>
      new Problem(404, 'not_found', 'A task of the plan was deleted a moment ago, with its workspace.'),
  },
  timers: [advancePlans, removeOldPlanExecutions],
};
