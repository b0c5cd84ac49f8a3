import { endpoint } from '../../../core/http/endpoint.ts';
import { requireEnvironmentOfWorkspace } from '../tasks/index.ts';
import { findPlan, lockPlan, serializeReplacements } from './access.ts';
import { holdSteps } from './hold-steps.ts';
import { toPlanJson } from './json.ts';
import { updatePlan } from './queries.ts';
import { requireNoErrorHandlerCycle, planStaysInWorkspace } from './rules.ts';
import { replaceSteps, selectReached } from './step-queries.ts';

/**
 * Replaces a plan. A field that the body leaves out becomes empty; only the steps stay, because a plan must have steps.
 * @rule plans.replace.kept
 */
export const replacePlan = endpoint('PUT /orchestration/executables/plans/{planId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    const namesPlans = body.steps?.some((step) => step.handlerOnFailure?.planIds?.length);
    if (namesPlans) await serializeReplacements(tx, actor);
    const plan = await lockPlan(tx, actor, path.planId, 'AUTHOR');
    const name = body.name.trim();

    planStaysInWorkspace(body.workspaceId, plan.workspace_id);
    if (body.environmentId !== undefined) requireEnvironmentOfWorkspace(body.environmentId, plan.environment_id);
    const steps = body.steps && (await holdSteps(tx, actor, body.steps, plan.environment_id));
    const handlers = steps?.flatMap((step) => step.handlerPlans) ?? [];
    if (namesPlans) requireNoErrorHandlerCycle({ id: plan.id, name }, handlers, await selectReached(tx, actor, handlers, plan.id));

    await updatePlan(tx, actor, plan.id, { name, description: body.description ?? null });
    if (steps) await replaceSteps(tx, plan.id, steps);
    return { status: 200, body: toPlanJson(await findPlan(tx, actor, plan.id)) };
  },
});
