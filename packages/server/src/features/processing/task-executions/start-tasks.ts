/** Starts tasks without a caller (schedules, plans, webhooks): in place of a refusal, a record with the reason is stored. */
import { Problem } from '../../../core/base/problem.ts';
import { requireContext } from '../../orchestration/artifacts/index.ts';
import type { Tx } from '../../../core/database/db.ts';
import { insertExecutions, type NewExecution, type TaskMisfire } from './life-cycle/insert-executions.ts';
import type { StartableTask } from './life-cycle/startable-task.ts';
import {
  contextOf,
  environmentIsAssigned,
  requireFittingTypes,
  requireRequiredParameters,
  requireConfigured,
  taskIsNotPaused,
  requireMayUseRuntime,
  mergeParameters,
  requireHarmlessRunProfile,
} from './rules.ts';
import { selectTasksToRun } from './task-access.ts';

/** A start of a task. `misfire` is the reason why it cannot begin, if that is known already. */
export type TaskStart = Pick<NewExecution, 'id' | 'type' | 'actor' | 'plan'> & {
  taskId: string;
  tenant: string;
  parameters?: Readonly<Record<string, string>> | undefined;
  timeoutMinutes?: number | null;
  misfire?: TaskMisfire | undefined;
};

/** The ids of the executions that were inserted, and the environments that have new work. */
export type Started = { ids: string[]; environments: string[] };

/**
 * Inserts an execution for each start. It does not check rights: they were checked when the start was ordered. A start whose task no longer exists
 * inserts nothing.
 */
export async function startTasks(tx: Tx, starts: readonly TaskStart[]): Promise<Started> {
  if (starts.length === 0) return { ids: [], environments: [] };
  const tenants = new Set(starts.map(({ tenant }) => tenant));
  const rows = await selectTasksToRun(tx, [...tenants], [...new Set(starts.map(({ taskId }) => taskId))]);
  const tasks = new Map(rows.map((task) => [task.id, task]));
  const executions = starts.flatMap((start) => {
    const task = tasks.get(start.taskId);
    return task ? executionOf(task, start) : [];
  });
  if (executions.length > 0) await insertExecutions(tx, executions);
  return { ids: executions.map(({ id }) => id), environments: [...new Set(executions.map(({ task }) => task.environment_id))] };
}

/**
 * An execution of a task, or the record of one that cannot begin.
 * @rule task-executions.start.misfire
 * @rule plan-executions.task.misfire
 */
function executionOf(
  task: StartableTask,
  { id, type, actor, plan, parameters: startParameters = {}, timeoutMinutes, misfire }: TaskStart,
): NewExecution {
  const contextName = contextOf(task);
  const parameters = mergeParameters(task, startParameters, contextName);
  return {
    id,
    type,
    actor,
    plan,
    task,
    parameters,
    logLevel: task.log_level,
    timeoutMinutes: timeoutMinutes ?? task.timeout_minutes,
    contextName,
    apiVersion: null,
    misfire: misfire ?? misfireOf(task, parameters, contextName),
  };
}

/** The reasons of misfires with a code of their own, by the codes of the refusals. */
const REASONS: ReadonlyMap<string, TaskMisfire['reason']> = new Map([
  ['task_paused', 'TASK_IS_PAUSED'],
  ['environment_not_assigned', 'DE_ENV_NOT_CONNECTED'],
] as const);

function misfireOf(task: StartableTask, parameters: Record<string, string>, contextName: string | null): TaskMisfire | undefined {
  try {
    taskIsNotPaused(task);
    requireConfigured(task);
    environmentIsAssigned(task);
    requireMayUseRuntime(task);
    requireHarmlessRunProfile(task);
    requireContext(task.artifact_contexts, contextName);
    requireRequiredParameters(task, parameters, contextName);
    requireFittingTypes(task, parameters);
    return undefined;
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return { reason: REASONS.get(problem.code) ?? 'UNKNOWN', message: problem.message };
  }
}
