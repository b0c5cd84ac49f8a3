/** Which plans come into the target. */
import { isDeepStrictEqual } from 'node:util';
import { byWorkspaceName, workspaceNameKey, type EstateStep } from './estate.ts';
import { info, type PlanItem } from './report.ts';
import { counterpartOf, type Sketch } from './sketch.ts';

/**
 * Brings the plans; one that exists gets the steps of the source.
 * @rule promotions.plans.steps
 */
export function draftPlans(sketch: Sketch): PlanItem[] {
  const { target, chosen, changes, counterparts, newId } = sketch;
  const existing = byWorkspaceName(target.plans);
  const found = [...chosen.plans].map((plan) => {
    const workspace = counterpartOf(sketch, plan.workspace_id);
    const match = existing.get(workspaceNameKey(workspace, plan.name));
    const id = match?.id ?? newId();
    counterparts.set(plan.id, id);
    return { plan, workspace, match, id };
  });
  // Plans name plans: their steps come when all have a counterpart.
  return found.map(({ plan, workspace, match, id }) => {
    const steps = plan.steps.map((step) => mapped(sketch, step));
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
    const configured = plan.parallel_execution_allowed !== null && (match?.parallel_execution_allowed ?? null) === null;
    if (configured) changes.planRunConfigs.push({ id, source: plan.id });
    return {
      id: plan.id,
      target: id,
      name: plan.name,
      workspaceId: plan.workspace_id,
      status: !match ? 'CREATED' : replaced || configured ? 'REPLACED' : 'REUSED',
      messages: configured ? [info('The run configuration is copied without its trigger.')] : [],
    };
  });
}

function mapped(sketch: Sketch, step: EstateStep): EstateStep {
  const all = (ids: readonly string[]): string[] => ids.map((id) => counterpartOf(sketch, id));
  return { ...step, tasks: all(step.tasks), failure_tasks: all(step.failure_tasks), failure_plans: all(step.failure_plans) };
}
