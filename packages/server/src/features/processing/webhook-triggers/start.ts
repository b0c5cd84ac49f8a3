/** Starts executions of calls. */
import type { Database, Tx } from '../../../core/database/db.ts';
import type { BatchedStatement } from '../../../core/database/statement-batcher.ts';
import { PAYLOAD_PARAMETER } from '../../orchestration/triggers/index.ts';
import { acceptPlanExecutions } from '../plan-executions/index.ts';
import { attempt, insertExecutions, selectTasksToRun } from '../task-executions/index.ts';
import { selectRunAs, type RunAs } from './access.ts';
import { holdPlans, selectFirstTasks } from './queries.ts';
import { mayRun, receivesIn, type Start } from './rules.ts';

/** The executions that were inserted, and the environments that have new work. */
export type Started = { ids: string[]; environments: string[] };

type StartAs = Start & { runAs: RunAs };

/**
 * Inserts an execution for each start; one that cannot begin gets a record with the reason. A task or plan that was deleted a moment ago starts
 * nothing.
 * @rule webhook-triggers.start.misfire
 */
export async function startAll(tx: Tx, starts: readonly Start[]): Promise<Started> {
  await holdPlans(
    tx,
    starts.flatMap(({ plan_id: id }) => id ?? []),
  );
  const accounts = new Map((await selectRunAs(tx, starts)).map((account) => [account.id, account]));
  const known = starts.flatMap((start) => {
    const runAs = accounts.get(start.id);
    return runAs ? [{ ...start, runAs }] : [];
  });
  const tasks = await startTasks(tx, known);
  const plans = await startPlans(tx, known);
  return { ids: [...tasks.ids, ...plans.ids], environments: [...new Set([...tasks.environments, ...plans.environments])] };
}

async function startTasks(tx: Tx, starts: readonly StartAs[]): Promise<Started> {
  const ids = [...new Set(starts.flatMap(({ task_id: id }) => id ?? []))];
  if (ids.length === 0) return { ids: [], environments: [] };
  const tenants = [...new Set(starts.map(({ runAs }) => runAs.tenant_id))];
  const tasks = new Map((await selectTasksToRun(tx, tenants, ids)).map((task) => [task.id, task]));
  const executions = starts.flatMap(({ id, task_id: taskId, runAs, ...start }) => {
    const task = tasks.get(taskId ?? '');
    if (!task) return [];
    return attempt(task, {
      id,
      type: 'WEBHOOK',
      actor: actorOf(start, runAs),
      parameters: { [PAYLOAD_PARAMETER]: start.payload },
      timeoutMinutes: start.execution_timeout_minutes,
      misfire: mayRun(runAs),
    });
  });
  if (executions.length > 0) await insertExecutions(tx, executions);
  return { ids: executions.map(({ id }) => id), environments: executions.map(({ task }) => task.environment_id) };
}

/** @rule webhook-triggers.start.plan */
async function startPlans(tx: Tx, starts: readonly StartAs[]): Promise<Started> {
  const ofPlans = starts.flatMap(({ plan_id: planId, ...start }) => (planId === null ? [] : [{ ...start, planId }]));
  if (ofPlans.length === 0) return { ids: [], environments: [] };
  const tasks = Map.groupBy(await selectFirstTasks(tx, [...new Set(ofPlans.map(({ planId }) => planId))]), (task) => task.plan_id);
  const { accepted, wake } = await acceptPlanExecutions(
    tx,
    ofPlans.map(({ id, planId, runAs, payload, ...start }) => {
      const { receivers, misfire } = receivesIn(tasks.get(planId) ?? []);
      const parameters = Object.fromEntries(receivers.map((task) => [task, { [PAYLOAD_PARAMETER]: payload }]));
      return { id, planId, type: 'WEBHOOK', actor: actorOf(start, runAs), parameters, misfire: mayRun(runAs) ?? misfire };
    }),
  );
  return { ids: accepted.map(({ id }) => id), environments: wake };
}

const actorOf = ({ run_as_id: id }: Pick<Start, 'run_as_id'>, { user_type: userType }: RunAs) => ({ id, userType });

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
