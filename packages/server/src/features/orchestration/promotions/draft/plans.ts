/** Drafts plans. */
import { isDeepStrictEqual } from 'node:util';
import { byWorkspaceName, workspaceNameKey, type ContentStep } from './environment-content.ts';
import { info, itemStatus, type PlanItem } from './report.ts';
import { counterpartOf, type DraftState } from './draft-state.ts';

/**
 * Drafts the chosen plans. A plan of the target gets the steps of the source.
 * @rule promotions.plans.steps
 */
export function draftPlans(state: DraftState): PlanItem[] {
  const { target, chosen, changes, counterparts, newId } = state;
  const existing = byWorkspaceName(target.plans);
  const matched = [...chosen.plans].map((plan) => {
    const workspace = counterpartOf(state, plan.workspace_id);
    const match = existing.get(workspaceNameKey(workspace, plan.name));
    const id = match?.id ?? newId();
    counterparts.set(plan.id, id);
    return { plan, workspace, match, id };
  });
  // Steps refer to other plans, so that all plans need a counterpart before any step is drafted.
  return matched.map(({ plan, workspace, match, id }) => {
    const steps = plan.steps.map((step) => toTargetStep(state, step));
    const replaced = match !== undefined && (match.description !== plan.description || !isDeepStrictEqual(match.steps, steps));
    if (!match) changes.plans.push({ id, source: plan.id, workspace });
    if (replaced) changes.replacedPlans.push({ id, source: plan.id });
    if (!match || replaced)
      steps.forEach((step, position) =>
        changes.steps.push({
          id: newId(),
          plan: id,
          position,
          name: step.name,
          condition: step.condition,
          note: step.note,
          tasks: step.tasks,
          failureTasks: step.failure_tasks,
          failurePlans: step.failure_plans,
        }),
      );
    const isConfigCopied = plan.parallel_execution_allowed !== null && (match?.parallel_execution_allowed ?? null) === null;
    if (isConfigCopied) changes.planRunConfigs.push({ id, source: plan.id });
    return {
      id: plan.id,
      target: id,
      name: plan.name,
      workspaceId: plan.workspace_id,
      status: itemStatus(false, match !== undefined, replaced || isConfigCopied),
      messages: isConfigCopied ? [info('The run configuration is copied without its trigger.')] : [],
    };
  });
}

function toTargetStep(state: DraftState, step: ContentStep): ContentStep {
  const counterparts = (ids: readonly string[]): string[] => ids.map((id) => counterpartOf(state, id));
  return {
    ...step,
    tasks: counterparts(step.tasks),
    failure_tasks: counterparts(step.failure_tasks),
    failure_plans: counterparts(step.failure_plans),
  };
}
