/** The copy of a plan that a plan execution runs: its steps, and the plans of error handlers. It is made when the execution is accepted. */
import type { Schema } from '@millrace/contract';

/** A step with the tasks and plans of its error handler. */
export type CopiedStep = {
  id: string;
  name: string;
  condition: Schema<'StepCondition'>;
  tasks: readonly string[];
  handler: { tasks: readonly string[]; plans: readonly string[] };
  /** The parameters that the start passes to tasks of the step, by their ids; a re-run passes them again. */
  parameters?: TaskParameters;
  /** The timeout of the trigger that started the plan, for all tasks of the step and of its error handler. */
  timeoutMinutes?: number;
};

/** Parameters of tasks by the ids of the tasks. */
export type TaskParameters = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A plan that an error handler runs. */
type CopiedPlan = { name: string; workspace: string; steps: readonly CopiedStep[] };

/** Plans by their ids. */
export type CopiedPlans = Readonly<Record<string, CopiedPlan>>;

/** All steps and plans that an execution may run. */
export type Copy = {
  steps: readonly CopiedStep[];
  handlers: CopiedPlans;
  taskIds: readonly string[];
  plannedCount: number;
};

/**
 * Returns steps with those of the plans that their error handlers run, directly or through other plans.
 * @rule plan-executions.start.copy
 */
export function copyOf(steps: readonly CopiedStep[], plans: CopiedPlans): Copy {
  const handlers: Record<string, CopiedPlan> = {};
  const tasks = new Set<string>();
  const addStepsOf = (planSteps: readonly CopiedStep[]): void => {
    for (const step of planSteps) {
      for (const id of [...step.tasks, ...step.handler.tasks]) tasks.add(id);
      for (const id of step.handler.plans) {
        const plan = plans[id];
        if (!plan || id in handlers) continue;
        handlers[id] = plan;
        addStepsOf(plan.steps);
      }
    }
  };
  addStepsOf(steps);
  return { steps, handlers, taskIds: [...tasks], plannedCount: steps.reduce((sum, step) => sum + step.tasks.length, 0) };
}

/** A copy whose first step gives parameters to its tasks. */
export function withFirstStepParameters(copy: Copy, parameters: TaskParameters): Copy {
  const [first, ...rest] = copy.steps;
  return first ? { ...copy, steps: [{ ...first, parameters }, ...rest] } : copy;
}

/**
 * A copy whose steps and error handlers run with the timeout of a trigger.
 * @rule schedules.trigger.timeout
 */
export function withTimeout(copy: Copy, timeoutMinutes: number): Copy {
  const limited = (steps: readonly CopiedStep[]): CopiedStep[] => steps.map((step) => ({ ...step, timeoutMinutes }));
  const handlers = Object.entries(copy.handlers).map(([id, plan]) => [id, { ...plan, steps: limited(plan.steps) }] as const);
  return { ...copy, steps: limited(copy.steps), handlers: Object.fromEntries(handlers) };
}

/** Steps and plans without the timeout of a trigger: it holds only for executions that the trigger starts. */
function withoutTimeout({ steps, handlers }: Pick<Copy, 'steps' | 'handlers'>): Pick<Copy, 'steps' | 'handlers'> {
  const unlimited = (limited: readonly CopiedStep[]): CopiedStep[] => limited.map(({ timeoutMinutes: _timeout, ...step }) => step);
  const plans = Object.entries(handlers).map(([id, plan]) => [id, { ...plan, steps: unlimited(plan.steps) }] as const);
  return { steps: unlimited(steps), handlers: Object.fromEntries(plans) };
}

/** Returns the steps from one step on; that step without the tasks that are left out. */
export function copyFrom(whole: Pick<Copy, 'steps' | 'handlers'>, position: number, leftOut: readonly string[]): Copy {
  const { steps, handlers } = withoutTimeout(whole);
  const [first, ...rest] = steps.slice(position);
  if (!first) throw new Error(`A plan execution has no step ${position}`);
  const begun = { ...first, tasks: first.tasks.filter((task) => !leftOut.includes(task)) };
  return copyOf([begun, ...rest], handlers);
}
