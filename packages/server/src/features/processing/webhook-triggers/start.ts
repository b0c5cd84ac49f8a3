/** Starts executions of calls. */
import type { Database, Tx } from '../../../core/database/db.ts';
import type { BatchedStatement } from '../../../core/database/statement-batcher.ts';
import { PAYLOAD_PARAMETER } from '../../orchestration/triggers/index.ts';
import { startWithoutCaller, type PlanStart } from '../plan-executions/index.ts';
import type { Started, TaskStart } from '../task-executions/index.ts';
import { selectRunAs, type RunAsAccount } from './access.ts';
import { holdPlans, selectFirstTasks, type FirstTask } from './queries.ts';
import { callMisfireOf, receivesIn, type Start } from './rules.ts';

/**
 * Inserts an execution for each start; one that cannot begin gets a record with the reason. A task or plan that was deleted a moment ago starts
 * nothing.
 * @rule webhook-triggers.start.misfire
 */
export async function startAll(tx: Tx, starts: readonly Start[]): Promise<Started> {
  const planIds = starts.flatMap(({ plan_id: id }) => id ?? []);
  await holdPlans(tx, planIds);
  const accounts = new Map((await selectRunAs(tx, starts)).map((account) => [account.id, account]));
  const firstTasks = Map.groupBy(planIds.length > 0 ? await selectFirstTasks(tx, [...new Set(planIds)]) : [], (task) => task.plan_id);
  const known = starts.flatMap((start) => {
    const runAs = accounts.get(start.id);
    return runAs ? startOf(start, runAs, firstTasks) : [];
  });
  return startWithoutCaller(tx, known);
}

/** @rule webhook-triggers.start.plan */
function startOf(start: Start, runAs: RunAsAccount, firstTasks: ReadonlyMap<string, FirstTask[]>): TaskStart | PlanStart {
  const { id, task_id: taskId, plan_id: planId, payload, execution_timeout_minutes: timeoutMinutes } = start;
  const account = { id, type: 'WEBHOOK', actor: { id: start.run_as_id, userType: runAs.user_type } } as const;
  const parameters = { [PAYLOAD_PARAMETER]: payload };
  if (planId === null)
    return { ...account, taskId: taskId ?? '', tenant: runAs.tenant_id, parameters, timeoutMinutes, misfire: callMisfireOf(runAs) };
  const { receivers, misfire } = receivesIn(firstTasks.get(planId) ?? []);
  const ofTasks = Object.fromEntries(receivers.map((task) => [task, parameters]));
  return { ...account, planId, parameters: ofTasks, timeoutMinutes, misfire: callMisfireOf(runAs) ?? misfire };
}

/** Starts executions of calls that are not grouped, for many callers in one commit. */
export const startAtOnce: BatchedStatement<Start, { id: string; environments: string[] } | undefined> = {
  atOnce: 2,
  most: 25,
  run: async (db: Database, starts) => {
    const { ids, environments } = await db.transaction((tx) => startAll(tx, starts));
    const started = new Set(ids);
    return starts.map(({ id }) => (started.has(id) ? { id, environments } : undefined));
  },
};
