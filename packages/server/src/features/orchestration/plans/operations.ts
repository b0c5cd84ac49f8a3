import { newId } from '../../../core/base/id.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { lockTenant } from '../../accounts/people/index.ts';
import { countRunsOfPlan } from '../../processing/plan-executions/index.ts';
import { keptSince } from '../../processing/task-executions/index.ts';
import { changePause, requireEnvironmentOfWorkspace } from '../tasks/index.ts';
import { ownerDeleting } from '../triggers/index.ts';
import { findWorkspace, requireFittingWorkspace } from '../workspaces/index.ts';
import { raisePlanEvents, findPlan, holdSteps, insertPlan, lockPlan, removePlan, selectPlans, selectPlanUses, updatePlan } from './rows.ts';
import { toPlanDetails, toPlanJson } from './json.ts';
import { readOverviewsOfPlans } from './overviews.ts';
import { requireWorkspaceOfPlan, requireNoErrorHandlerCycle, requirePlanNotRunning, requirePlanUnused } from './rules.ts';
import { insertSteps, replaceSteps, selectReached } from './steps.ts';

/**
 * Lists the plans that the caller may see.
 * @rule plans.list.place
 */
export const listPlans = endpoint('GET /orchestration/executables/plans', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    await requireFittingWorkspace(tx, actor, query);

    return { status: 200, body: toPage(await selectPlans(tx, actor, query), query, toPlanDetails) };
  },
});

/** Reads the overviews of plans, such as those of a page of a list. */
export const overviewPlans = endpoint('POST /orchestration/executables/plans/overview', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'read only',

  async run({ actor, tx, now, settings: { limits }, body }) {
    const items = await readOverviewsOfPlans(tx, actor, body.planIds, keptSince(now, limits.historyDays));
    return { status: 200, body: { items } };
  },
});

/**
 * Creates a plan. No other plan can name it yet, so its error handlers cannot lead back to it.
 * @rule plans.create.permission
 */
export const createPlan = endpoint('POST /orchestration/executables/plans', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, body }) {
    const workspace = await findWorkspace(tx, actor, body.workspaceId, 'AUTHOR');
    if (body.environmentId !== undefined) requireEnvironmentOfWorkspace(body.environmentId, workspace.environment_id);
    const steps = await holdSteps(tx, actor, body.steps, workspace.environment_id);

    const id = newId();
    await insertPlan(tx, id, actor, workspace.id, { name: body.name.trim(), description: body.description ?? null });
    await insertSteps(tx, id, steps);
    return { status: 201, body: toPlanJson(await findPlan(tx, actor, id)) };
  },
});

/** Reads a plan with its chart. */
export const getPlan = endpoint('GET /orchestration/executables/plans/{planId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toPlanDetails(await findPlan(tx, actor, path.planId)) };
  },
});

/**
 * Replaces a plan. A field that the body leaves out becomes empty; only the steps stay, because a plan must have steps.
 * @rule plans.replace.kept
 */
export const replacePlan = endpoint('PUT /orchestration/executables/plans/{planId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    const namesPlans = body.steps?.some((step) => step.handlerOnFailure?.planIds?.length);
    // Two concurrent replacements of a tenant would not see the cycle that they create together. Lock the tenant before the plan, because otherwise
    // two replacements could wait for each other.
    if (namesPlans) await lockTenant(tx, actor);
    const plan = await lockPlan(tx, actor, path.planId, 'AUTHOR');
    const name = body.name.trim();

    requireWorkspaceOfPlan(body.workspaceId, plan.workspace_id);
    if (body.environmentId !== undefined) requireEnvironmentOfWorkspace(body.environmentId, plan.environment_id);
    const steps = body.steps && (await holdSteps(tx, actor, body.steps, plan.environment_id));
    const handlers = steps?.flatMap((step) => step.handlerPlans) ?? [];
    if (namesPlans) requireNoErrorHandlerCycle({ id: plan.id, name }, handlers, await selectReached(tx, actor, handlers, plan.id));

    await updatePlan(tx, actor, plan.id, { name, description: body.description ?? null });
    if (steps) await replaceSteps(tx, plan.id, steps);
    return { status: 200, body: toPlanJson(await findPlan(tx, actor, plan.id)) };
  },
});

/**
 * Deletes a plan that no error handler names and that does not run; its executions stay readable.
 * @rule webhook-triggers.group.deleted
 */
export const deletePlan = endpoint('DELETE /orchestration/executables/plans/{planId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, publish, path }) {
    const plan = await lockPlan(tx, actor, path.planId, 'AUTHOR');

    requirePlanUnused(await selectPlanUses(tx, actor, plan.id));
    await publish(tx, ownerDeleting, { planId: plan.id });
    requirePlanNotRunning(await countRunsOfPlan(tx, plan.id));

    await removePlan(tx, actor, plan.id);
    return { status: 204 };
  },
});

/**
 * Pauses or resumes a plan; its tasks are not paused with it.
 * @rule plans.pause.right
 */
export const pausePlan = endpoint('PUT /orchestration/executables/plans/{planId}/pause', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    return changePause(tx, actor, { noun: 'plan', raise: raisePlanEvents }, await lockPlan(tx, actor, path.planId, 'EXECUTE'), body);
  },
});
