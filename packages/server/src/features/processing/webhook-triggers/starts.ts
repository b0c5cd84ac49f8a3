/** Starts the executions of calls. */
import type { Database } from '../../../core/database/db.ts';
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import type { BatchedStatement } from '../../../core/database/statement-batcher.ts';
import { PAYLOAD_PARAMETER } from '../../orchestration/triggers/index.ts';
import { accountHolds } from '../../security/held/index.ts';
import { type PlanStart, startWithoutCaller } from '../plan-executions/index.ts';
import type { Started, TaskStart } from '../task-executions/index.ts';
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

/** The account in whose name an execution starts, its rights, and whether the maker is active if it must be. */
type RunAsAccount = {
  id: string;
  tenant_id: string;
  login: string;
  user_type: 'HUMAN' | 'SERVICE';
  may_execute: boolean;
  maker_active: boolean;
  maker_login: string | null;
};

/**
 * The accounts in whose names tasks and plans start, by the ids of the executions.
 * @rule webhook-triggers.start.run-as
 */
const selectRunAs = (tx: Tx, starts: readonly Start[]): Promise<RunAsAccount[]> =>
  tx.rows(sql`
    select n.id, a.tenant_id, a.login, a.user_type, a.active and ${accountHolds(sql`a.id`, 'EXECUTE')} as may_execute,
           n.set_by_id is null or coalesce(m.active, false) as maker_active, m.login as maker_login
    from json_to_recordset(${json(starts.map(({ payload: _payload, ...start }) => start))}::json) as n (
      id uuid, task_id uuid, plan_id uuid, run_as_id uuid, set_by_id uuid)
    left join task t on t.id = n.task_id
    left join plan p on p.id = n.plan_id
    join workspace w on w.id = coalesce(t.workspace_id, p.workspace_id)
    join account a on a.id = n.run_as_id and a.tenant_id = w.tenant_id
    left join account m on m.id = n.set_by_id and m.tenant_id = w.tenant_id`);

/** Prevents changes and deletion of plans before dependent rows are read. */
export const holdPlans = (tx: Tx, ids: readonly string[]): Promise<unknown> =>
  ids.length === 0
    ? Promise.resolve()
    : tx.rows(sql`
        select p.id
        from plan p
        where p.id = any (${[...ids]}::uuid[])
        order by p.id
        for key share`);

/** A task of the first step of a plan, and whether it declares the parameter for the payload. */
type FirstTask = { plan_id: string; id: string; receives: boolean };

/** The tasks of the first steps of plans. */
const selectFirstTasks = (tx: Tx, plans: readonly string[]): Promise<FirstTask[]> =>
  tx.rows(sql`
    select s.plan_id, t.id, v.parameters @> ${json([{ name: PAYLOAD_PARAMETER }])}::jsonb as receives
    from plan_step s
    join plan_step_task n on n.step_id = s.id and not n.on_failure
    join task t on t.id = n.task_id
    join artifact_version v on v.id = t.artifact_version_id
    where s.plan_id = any (${[...plans]}::uuid[])
      and s.position = 0
    order by s.plan_id, n.position`);
