/** The rules of plans. */
import type { BodyOf, Schema } from '@millrace/contract';
import { conflict, invalid, namesAndMore } from '../../../core/base/problem.ts';
import type { ContentUses } from '../workspaces/index.ts';

/** A step in the body of a request. */
export type StepRequest = BodyOf<'POST /orchestration/executables/plans'>['steps'][number];

/** A step to store. `id` is the id that the caller sent; it is kept only if the plan has a step with it. */
export type StepValues = {
  id: string | null;
  name: string;
  condition: Schema<'StepCondition'>;
  note: string | null;
  tasks: string[];
  handlerTasks: string[];
  handlerPlans: string[];
};

const lowerCase = (ids: readonly string[] | null | undefined): string[] => (ids ?? []).map((id) => id.toLowerCase());

/** Converts the steps of a body and sets the defaults. */
export const stepsOf = (steps: readonly StepRequest[]): StepValues[] =>
  steps.map((step) => ({
    id: step.id?.toLowerCase() || null,
    name: step.name.trim(),
    condition: conditionOf(step),
    note: step.note ?? null,
    tasks: lowerCase(step.taskIds),
    handlerTasks: lowerCase(step.handlerOnFailure?.taskIds),
    handlerPlans: lowerCase(step.handlerOnFailure?.planIds),
  }));

/**
 * The condition of a step, under either of its names.
 * @rule plans.create.condition
 */
function conditionOf({ name, condition, successfulStepCondition }: StepRequest): Schema<'StepCondition'> {
  if (condition && successfulStepCondition && condition !== successfulStepCondition)
    throw invalid('malformed_request', `The step '${name}' has a condition and another successfulStepCondition: send one of them.`);
  return condition ?? successfulStepCondition ?? 'ALL_SUCCEEDED';
}

const MAX_REFERENCES = 1000;

/**
 * A plan names at most 1000 tasks and plans.
 * @rule plans.limits.size
 */
export function requireFewReferences(steps: readonly StepValues[]): void {
  const size = steps.reduce((sum, step) => sum + step.tasks.length + step.handlerTasks.length + step.handlerPlans.length, 0);
  if (size > MAX_REFERENCES)
    throw invalid(
      'plan_too_large',
      `The steps and error handlers name ${size} tasks and plans; a plan may name at most ${MAX_REFERENCES}: split it.`,
    );
}

/**
 * The ids of steps are unique in a plan. A step names each task or plan once.
 * @rule plans.create.twice
 */
export function requireEachOnce(steps: readonly StepValues[]): void {
  const step = repeated(steps.flatMap(({ id }) => id ?? []));
  if (step !== undefined) throw invalid('step_twice', `Two steps have the id '${step}': give each step its own id, or none if it is new.`);
  for (const { name, tasks, handlerTasks, handlerPlans } of steps) {
    const places = [
      [tasks, 'task', 'taskIds'],
      [handlerTasks, 'task', 'handlerOnFailure.taskIds'],
      [handlerPlans, 'plan', 'handlerOnFailure.planIds'],
    ] as const;
    for (const [ids, noun, field] of places) {
      const id = repeated(ids);
      if (id !== undefined)
        throw invalid('reference_twice', `The ${noun} '${id}' is listed twice in ${field} of the step '${name}': send it once.`);
    }
  }
}

const repeated = (ids: readonly string[]): string | undefined => ids.find((id, index) => ids.indexOf(id) !== index);

/**
 * The tasks of a plan exist in its environment, and the caller may see them.
 * @rule plans.create.tasks
 */
export function requireTasksOfEnvironment(steps: readonly StepValues[], usable: readonly { id: string }[]): void {
  requireKnown(steps, 'task', ({ tasks, handlerTasks }) => [...tasks, ...handlerTasks], usable);
}

/**
 * The plans of error handlers exist in the environment of the plan, and the caller may see them.
 * @rule plans.create.handler
 */
export function requirePlansOfEnvironment(steps: readonly StepValues[], usable: readonly { id: string }[]): void {
  requireKnown(steps, 'plan', ({ handlerPlans }) => handlerPlans, usable);
}

function requireKnown(
  steps: readonly StepValues[],
  noun: string,
  idsOf: (step: StepValues) => string[],
  usable: readonly { id: string }[],
): void {
  const found = new Set(usable.map(({ id }) => id));
  for (const step of steps) {
    const unknown = idsOf(step).find((id) => !found.has(id));
    if (unknown !== undefined)
      throw invalid(
        'reference_unknown',
        `The ${noun} '${unknown}' of the step '${step.name}' was not found: name a ${noun} in the environment of the plan.`,
      );
  }
}

/** A plan that error handlers lead to. `name` is null if the caller may not see it; `handlers` are the plans in its error handlers. */
export type ReachedPlan = { id: string; name: string | null; handlers: readonly string[] };

/**
 * The error handlers of a plan do not lead back to it. `reached` are the plans that `handlers` lead to, directly or through others. Searches breadth
 * first, so that the message names a shortest cycle.
 * @rule plans.replace.cycle
 */
export function requireNoErrorHandlerCycle(
  own: { id: string; name: string },
  handlers: readonly string[],
  reached: readonly ReachedPlan[],
): void {
  const plans = new Map(reached.map((plan) => [plan.id, plan]));
  const comesFrom = new Map(handlers.map((id) => [id, own.id]));
  for (const id of comesFrom.keys()) {
    if (id === own.id) break;
    for (const next of plans.get(id)?.handlers ?? []) if (!comesFrom.has(next)) comesFrom.set(next, id);
  }
  if (!comesFrom.has(own.id)) return;

  const path = [own.id];
  do path.unshift(comesFrom.get(path[0] ?? '') ?? own.id);
  while (path[0] !== own.id);
  const names = path.map((id) => (id === own.id ? `'${own.name}'` : named(plans.get(id)?.name)));
  throw invalid('plan_cycle', `The error handlers lead from the plan back to itself: ${names.join(' → ')}. Take one of them out.`);
}

const named = (name: string | null | undefined): string => (name ? `'${name}'` : 'a plan that you cannot see');

/**
 * A replacement names the plan's own workspace, or none; plans do not move.
 * @rule plans.replace.workspace
 */
export function requireWorkspaceOfPlan(sent: string | undefined, own: string): void {
  if (sent !== undefined && sent.toLowerCase() !== own)
    throw invalid('plan_moved', 'A plan cannot change its workspace: send the workspaceId that it has.');
}

/**
 * A plan cannot be deleted while an execution is unfinished that runs it or may still start it as an error handler.
 * @rule plans.delete.running
 */
export function requirePlanNotRunning(executions: number): void {
  if (executions > 0) {
    const reason = `${executions} plan execution${executions === 1 ? '' : 's'} that may run the plan must end first`;
    throw conflict('plan_running', `${reason}: wait or terminate.`);
  }
}

/**
 * A plan cannot be deleted while the error handler of another plan names it.
 * @rule plans.delete.use
 */
export function requirePlanUnused({ count, names }: ContentUses): void {
  if (count > 0)
    throw conflict('plan_in_use', `Error handlers of other plans name the plan: ${namesAndMore(count, names)}. Take it out of them first.`);
}
