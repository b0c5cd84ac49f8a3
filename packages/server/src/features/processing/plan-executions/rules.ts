/** The rules of plan executions, and their next move. */
import { forbidden, Problem } from '../../../core/base/problem.ts';
import type { CopiedStep, HeldTask } from './plan-rows.ts';
import type { PLAN_EXECUTION_STATES, STEP_STATES } from './states.ts';

/**
 * A paused plan does not start.
 * @rule plan-executions.start.paused
 */
export function requirePlanNotPaused(plan: { id: string; name: string; paused: boolean }): void {
  if (plan.paused) {
    const resume = `PUT /orchestration/executables/plans/${plan.id}/pause`;
    throw new Problem(405, 'plan_paused', `The plan '${plan.name}' is paused: resume it with ${resume} and {"pause": false}.`);
  }
}

const named = (task: HeldTask): string => (task.seen ? `'${task.name}'` : task.id);

/**
 * The caller that starts a plan may run all its tasks, including those of error handlers and of their plans.
 * @rule plan-executions.start.task-right
 */
export function requireMayRunAll(tasks: readonly HeldTask[]): void {
  const task = tasks.find(({ held }) => !held);
  if (task)
    throw forbidden(
      'right_missing',
      `The plan may run the task ${named(task)}, which needs the right EXECUTE on the workspace of the task. Ask its owner for it.`,
    );
}

/**
 * A plan with a task without a run configuration cannot run.
 * @rule plan-executions.start.configured
 */
export function requireTasksConfigured(tasks: readonly HeldTask[]): void {
  const task = tasks.find(({ configured }) => !configured);
  if (task) {
    const advice = `set one with PUT /orchestration/executables/tasks/${task.id}/run-config`;
    throw new Problem(501, 'task_not_configured', `The plan may run the task ${named(task)}, which has no run configuration: ${advice}.`);
  }
}

/** A plan execution that runs nothing: its current step, if one has started, and the outcome of that step. */
type IdlePlanExecution = {
  steps: readonly CopiedStep[];
  ending: boolean;
  current: { position: number; onFailure: boolean; planned: number; succeeded: number } | undefined;
};

/** The next move: close the step, start another step or an error handler, or end. It is made in one transaction. */
type Move = {
  closes?: (typeof STEP_STATES)['STARTED']['moves'][number];
  begins?: { position: number; onFailure: boolean };
  ends?: (typeof PLAN_EXECUTION_STATES)['STARTED']['moves'][number];
  message?: string;
};

/**
 * The next move of a plan execution.
 * @rule plan-executions.run.order
 * @rule plan-executions.run.error-handler
 * @rule plan-executions.end.answer
 */
export function nextMove({ steps, ending, current }: IdlePlanExecution): Move {
  const ended = { ends: 'EXECUTION_TERMINATED', message: 'Terminated before its end.' } as const;
  if (!current) return ending ? ended : { begins: { position: 0, onFailure: false } };
  if (ending) return { closes: 'EXECUTION_TERMINATED', ...ended };

  const { position, onFailure, planned, succeeded } = current;
  if (onFailure) return { closes: succeeded === planned ? 'EXECUTION_SUCCESS' : 'EXECUTION_FAILED', ends: 'EXECUTION_FAILED' };
  const step = steps[position];
  if (!step) throw new Error(`A plan execution has no step ${position}`);
  if (isMet(step, planned, succeeded)) {
    const next = position + 1;
    return {
      closes: 'EXECUTION_SUCCESS',
      ...(next < steps.length ? { begins: { position: next, onFailure: false } } : { ends: 'EXECUTION_SUCCESS' }),
    };
  }
  const needed = step.condition === 'ALL_SUCCEEDED' ? 'all must' : 'at least one must';
  const message = `The step '${step.name}' failed: of ${planned} runs ${succeeded} succeeded, and ${needed}.`;
  const handles = step.handler.tasks.length + step.handler.plans.length > 0;
  return { closes: 'EXECUTION_FAILED', message, ...(handles ? { begins: { position, onFailure: true } } : { ends: 'EXECUTION_FAILED' }) };
}

/**
 * Returns whether a step has succeeded.
 * @rule plan-executions.run.all
 * @rule plan-executions.run.one
 * @rule plan-executions.run.proceed
 */
function isMet({ condition }: CopiedStep, planned: number, succeeded: number): boolean {
  if (condition === 'ALWAYS_PROCEED_ON' || planned === 0) return true;
  return condition === 'ALL_SUCCEEDED' ? succeeded === planned : succeeded > 0;
}
