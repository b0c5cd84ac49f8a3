/** Starts without a caller (schedules, plans, webhooks): what would be a refusal becomes a record with the reason. */
import { Problem } from '../../../core/base/problem.ts';
import type { Misfire, NewExecution } from './life-cycle/insert-executions.ts';
import { fitsTypes, hasRequiredParameters, isConfigured, isNotPaused, mayUseRuntime, mergeParameters } from './rules.ts';
import type { StartableTask } from './life-cycle/startable-task.ts';

/** The start, and the reason of a misfire if that is known already. */
export type Attempt = Pick<NewExecution, 'id' | 'type' | 'actor' | 'plan'> & {
  parameters?: Record<string, string>;
  timeoutMinutes?: number | null;
  misfire?: Misfire | undefined;
};

/**
 * An execution of a task, or the record of one that cannot begin.
 * @rule task-executions.start.misfire
 * @rule plan-executions.task.misfire
 */
export function attempt(task: StartableTask, { parameters: given = {}, timeoutMinutes, misfire, ...one }: Attempt): NewExecution {
  const parameters = mergeParameters(task, given);
  const check = (): void => {
    isNotPaused(task);
    isConfigured(task);
    mayUseRuntime(task);
    hasRequiredParameters(task, parameters);
    fitsTypes(task, parameters);
  };
  return {
    ...one,
    task,
    parameters,
    logLevel: task.log_level,
    timeoutMinutes: timeoutMinutes ?? task.timeout_minutes,
    apiVersion: null,
    misfire: misfire ?? misfireOf(check),
  };
}

function misfireOf(check: () => void): Misfire | undefined {
  try {
    check();
    return undefined;
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return { reason: problem.code === 'task_paused' ? 'TASK_IS_PAUSED' : 'UNKNOWN', message: problem.message };
  }
}
