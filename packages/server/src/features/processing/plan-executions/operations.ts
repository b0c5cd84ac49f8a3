import type { Schema } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { requireFound } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/sql.ts';
import { presentFields } from '../../../core/http/absent-fields.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { requireFittingWorkspace } from '../../orchestration/workspaces/index.ts';
import { periodOf, selectEndedOfSteps, STEPS, stopsIn, toEndRequestJson, toJobExecutionJson } from '../task-executions/index.ts';
import { advance, endWithAllBelow } from './advance.ts';
import { toPlanExecutionJson, toStepExecutionDetails, toStepExecutionJson } from './json.ts';
import { insertRuns } from './new-runs.ts';
import { findListedPlan, findStartablePlan, holdPlansToRun, holdTasksToRun } from './plan-rows.ts';
import { findRerun, requireComplete, requireFailed, requireRecent, rerunOf } from './rerun.ts';
import {
  findPlanExecution,
  findStep,
  lockPlanExecution,
  selectEndedHandlerPlans,
  selectPlanExecutions,
  selectSteps,
  type StepRow,
} from './rows.ts';
import { requireTasksConfigured, requireMayRunAll, requirePlanNotPaused } from './rules.ts';

/**
 * Lists plan executions by the filters of the query.
 * @rule plan-executions.list.place
 * @rule plan-executions.list.days
 */
export const listPlanExecutions = endpoint('GET /processing/executables/plans/executions', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, now, settings: { limits }, query }) {
    const { environmentId, workspaceId, status } = query;
    const period = periodOf(query, now, limits.historyDays);
    await requireFittingWorkspace(tx, actor, query);

    const page = await selectPlanExecutions(tx, actor, { environmentId, workspaceId, status, period }, query);
    return { status: 200, body: toPage(page, query, toPlanExecutionJson) };
  },
});

/** Lists the executions of one plan. */
export const listExecutionsOfPlan = endpoint('GET /processing/executables/plans/{planId}/executions', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, now, settings: { limits }, path, query }) {
    const plan = await findListedPlan(tx, actor, path.planId);
    const period = periodOf(query, now, limits.historyDays);

    const page = await selectPlanExecutions(tx, actor, { planId: plan.id, status: query.status, period }, query);
    return { status: 200, body: toPage(page, query, toPlanExecutionJson) };
  },
});

/** The version of the processing API under which executions are started. */
const API_VERSION = '2021-03';

/**
 * Accepts an execution of a plan and starts its first step; both are stored when the answer is sent.
 * @rule plan-executions.start.permission
 * @rule plan-executions.start.answer
 */
export const startPlanExecution = endpoint('POST /processing/executions/plans', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, now, settings: { limits }, body }) {
    const rerun = rerunOf(body);
    const startable = await findStartablePlan(tx, actor, body.executable);
    const plan = requireFound((await holdPlansToRun(tx, [startable.id]))[0], 'Plan', body.executable);
    const earlier = rerun && (await findRerun(tx, actor, plan.id, rerun));
    const copy = earlier?.copy ?? plan.copy;
    const tasks = await holdTasksToRun(tx, actor, copy.taskIds);

    requireMayRunAll(tasks);
    requirePlanNotPaused(startable);
    if (earlier) {
      requireRecent(earlier.plan, now, limits.historyDays);
      requireFailed(earlier.plan, earlier.step);
    }
    requireComplete(copy.taskIds, tasks);
    requireTasksConfigured(tasks);

    const id = newId();
    const misfired = await insertRuns(tx, [{ id, type: 'MANUAL', plan, copy, actor, apiVersion: API_VERSION, rerun }]);
    const wake = misfired.length > 0 ? [] : await advance(tx, [id]);
    return { status: 201, body: { executionId: id }, wake };
  },
});

/**
 * Reads one execution with the ended executions of its steps, and who asked to end it.
 * @rule plan-executions.get.details
 */
export const getPlanExecution = endpoint('GET /processing/executions/plans/{planExecutionId}', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const row = await findPlanExecution(tx, actor, path.planExecutionId);
    const steps = (await selectSteps(tx, row.id)).map(({ id }) => id);
    const ended = await selectEndedOfSteps(tx, actor, steps);
    const details = { ...presentFields({ endRequest: toEndRequestJson(row) }), doneExecutableDetails: ended.map(toJobExecutionJson) };
    return { status: 200, body: { ...toPlanExecutionJson(row), ...details } };
  },
});

/** Ends a plan execution; executions that engines hold end like any other. */
export const endPlanExecution = endpoint('DELETE /processing/executions/plans/{planExecutionId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path }) {
    const execution = await lockPlanExecution(tx, actor, path.planExecutionId);

    await endWithAllBelow(tx, actor, execution.id);
    // The plan whose error handler started this one may advance.
    return { status: 204, wake: [execution.environment_id, stopsIn(execution.environment_id), STEPS] };
  },
});

/**
 * Lists the steps that a plan execution has begun.
 * @rule plan-executions.steps.order
 */
export const listStepExecutions = endpoint('GET /processing/executions/plans/{planExecutionId}/steps', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const { id } = await findPlanExecution(tx, actor, path.planExecutionId);
    return { status: 200, body: (await selectSteps(tx, id)).map(toStepExecutionJson) };
  },
});

/**
 * A step with the ended executions of it that the actor may see.
 * @rule plan-executions.steps.details
 */
async function withDetails(tx: Tx, actor: Actor, step: StepRow): Promise<Schema<'StepExecutionDetails'>> {
  const tasks = await selectEndedOfSteps(tx, actor, [step.id]);
  return toStepExecutionDetails(step, tasks.map(toJobExecutionJson), await selectEndedHandlerPlans(tx, actor, step.id));
}

/** Reads a step of a plan execution with its ended executions. */
export const getStepExecution = endpoint('GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const step = await findStep(tx, actor, path.planExecutionId, path.stepExecutionId, false);
    return { status: 200, body: await withDetails(tx, actor, step) };
  },
});

/**
 * Reads the error handler that a failed step has begun.
 * @rule plan-executions.steps.no-handler
 */
export const getErrorHandlerExecution = endpoint(
  'GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}/error-handler',
  {
    allow: 'signed-in',
    transaction: 'read only',

    async run({ actor, tx, path }) {
      const step = await findStep(tx, actor, path.planExecutionId, path.stepExecutionId, true);
      return { status: 200, body: await withDetails(tx, actor, step) };
    },
  },
);
