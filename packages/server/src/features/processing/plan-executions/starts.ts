/** Starts tasks and plans for schedules and webhooks, without a caller: in place of a refusal, a record with the reason is stored. */
import type { Tx } from '../../../core/database/db.ts';
import { type Started, startTasks, type TaskStart } from '../task-executions/index.ts';
import { advance } from './advance.ts';
import { type TaskParameters, withFirstStepParameters, withTimeout } from './copy.ts';
import { insertRuns, type NewRun } from './new-runs.ts';
import { holdPlansToRun, holdTasksOf } from './plan-rows.ts';

/**
 * A start of a plan. `parameters` are for tasks of its first step, `timeoutMinutes` is for all of its tasks; `misfire` is the reason why it cannot
 * begin, if that is known already.
 */
export type PlanStart = Pick<NewRun, 'id' | 'type' | 'actor' | 'misfire'> & {
  planId: string;
  parameters?: TaskParameters;
  timeoutMinutes?: number | null;
};

/**
 * Inserts an execution for each start, and starts the first steps of plans. It does not check rights: they were checked when the start was ordered.
 * A start whose task or plan no longer exists inserts nothing. The caller wakes the environments after the commit.
 */
export async function startWithoutCaller(tx: Tx, starts: readonly (TaskStart | PlanStart)[]): Promise<Started> {
  const isTask = (start: TaskStart | PlanStart): start is TaskStart => 'taskId' in start;
  const tasks = await startTasks(tx, starts.filter(isTask));
  const ofPlans = starts.flatMap((start) => (isTask(start) ? [] : start));
  const plans = await startPlans(tx, ofPlans);
  return { ids: [...tasks.ids, ...plans.ids], environments: [...new Set([...tasks.environments, ...plans.environments])] };
}

async function startPlans(tx: Tx, starts: readonly PlanStart[]): Promise<Started> {
  if (starts.length === 0) return { ids: [], environments: [] };
  const rows = await holdPlansToRun(tx, [...new Set(starts.map(({ planId }) => planId))]);
  const plans = new Map(rows.map((plan) => [plan.id, plan]));
  await holdTasksOf(tx, [...new Set(rows.map(({ tenant }) => tenant))], [...new Set(rows.flatMap(({ copy }) => copy.taskIds))]);
  const runs = starts.flatMap(({ planId, parameters, timeoutMinutes, ...start }): NewRun[] => {
    const found = plans.get(planId);
    if (!found) return [];
    const { copy, ...plan } = found;
    const given = parameters ? withFirstStepParameters(copy, parameters) : copy;
    return [{ ...start, plan, copy: timeoutMinutes ? withTimeout(given, timeoutMinutes) : given, apiVersion: null }];
  });
  const ids = runs.map(({ id }) => id);
  const misfired = new Set((await insertRuns(tx, runs)).map(({ id }) => id));
  const begun = ids.filter((id) => !misfired.has(id));
  return { ids, environments: await advance(tx, begun) };
}
