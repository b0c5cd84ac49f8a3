/** Single calls of lists: over HTTP, and as SQL by hand. */
import type { Client } from 'pg';
import type { Pool } from 'undici';
import type { Caller, Seeded } from './lists-seed.ts';
import { type Filter, type List, visibleIn } from './lists.ts';

const LIMIT = 100;

/** One call: a list, a filter and an offset, with the corresponding SQL by hand. */
export type ListCall = {
  list: List;
  filter: Filter;
  offset: number;
  count: { name: string; text: string; values: unknown[] };
  page: { name: string; text: string; values: unknown[] };
  /** Whether the SQL by hand is slow. */
  slow?: boolean;
};

/** The result of a call: the ids of the entries, and the total. */
type Answer = { ids: string[]; total: number };

/** Returns the calls of a list: for each filter the first, the middle and the last page. */
export async function callsOf(client: Client, seeded: Seeded, list: List, name: 'all' | 'three'): Promise<ListCall[]> {
  const calls: ListCall[] = [];
  for (const filter of list.filters) {
    const base = statementsOf(list, filter, [seeded[name].id, seeded.tenant]);
    const total = list.isUnpaged ? 0 : Number((await client.query<{ count: string }>(base.count)).rows[0]?.count);
    const offsets = new Set([0, Math.floor(total / 2), Math.max(0, total - LIMIT)]);
    for (const offset of offsets) {
      const page = { ...base.page, values: list.isUnpaged ? base.page.values : [...base.page.values, LIMIT, offset] };
      calls.push({ list, filter, offset, count: base.count, page });
    }
  }
  return calls;
}

function statementsOf(list: List, filter: Filter, caller: readonly string[]): Pick<ListCall, 'count' | 'page'> {
  const values: unknown[] = [...caller];
  const condition = (filter.where ?? 'true').replaceAll('?', () => `$${values.push((filter.values ?? [])[values.length - caller.length])}`);
  const where = `where ${list.where} and ${condition}`;
  const pages = list.isUnpaged ? '' : `limit $${values.length + 1} offset $${values.length + 2}`;
  return {
    count: named(`select count(*) from ${list.from} ${where}`, values),
    page: named(`select ${list.columns} from ${list.from} ${where} order by ${list.order} ${pages}`, values),
  };
}

const names = new Map<string, string>();

/** Returns a prepared statement. Statements with the same text have the same name. */
function named(text: string, values: unknown[]): ListCall['page'] {
  const name = names.get(text) ?? `list ${names.size}`;
  names.set(text, name);
  return { name, text, values };
}

/** Reads the list with SQL. */
export async function readByHand(client: Client, { list, count, page }: ListCall): Promise<Answer> {
  const total = list.isUnpaged ? undefined : Number((await client.query<{ count: string }>(count)).rows[0]?.count);
  const { rows } = await client.query<{ id: string }>(page);
  return { ids: rows.map((row) => row.id), total: total ?? rows.length };
}

/** Reads the list from Millrace. */
export async function readFromMillrace(pool: Pool, caller: Caller, { list, filter, offset }: ListCall): Promise<Answer> {
  const [method = '', route = ''] = list.route.split(' ');
  const sent = { ...filter.sent, ...(!list.isUnpaged && { limit: LIMIT, offset }) };
  const query = new URLSearchParams(Object.entries(sent).map(([key, value]): [string, string] => [key, String(value)]));
  const { statusCode, body } = await pool.request({
    method: method as 'GET',
    path: `${list.path ?? route}${method === 'GET' ? `?${query.toString()}` : ''}`,
    headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: JSON.stringify(sent) }),
  });
  const answer = JSON.parse(await body.text()) as { items?: Record<string, string>[]; total?: number };
  if (statusCode !== 200) throw new Error(`${list.route} was answered with ${statusCode}: ${JSON.stringify(answer)}`);
  const items = answer.items ?? (answer as unknown as Record<string, string>[]);
  return { ids: items.map((item) => item[list.id] ?? ''), total: answer.total ?? items.length };
}

/** Throws unless both answers are equal. */
export function compare({ list, filter, offset }: ListCall, ours: Answer, theirs: Answer): void {
  if (list.uncompared) return;
  const call = `${list.route} with ${JSON.stringify(filter.sent ?? {})} at ${offset}`;
  if (ours.total !== theirs.total) throw new Error(`${call}: the total is ${ours.total}, by hand ${theirs.total}`);
  const wrong = ours.ids.findIndex((id, index) => id !== theirs.ids[index]);
  if (wrong >= 0 || ours.ids.length !== theirs.ids.length)
    throw new Error(`${call}: entry ${wrong} is ${ours.ids[wrong]}, by hand ${theirs.ids[wrong]}`);
}

/** Returns the lists of executions. */
export function processingLists({ environment, workspace, task, busyTask, plan, from, to }: Seeded): List[] {
  const third = (to.getTime() - from.getTime()) / 3;
  const [begin, end] = [new Date(Math.floor(from.getTime() + third)), new Date(Math.floor(to.getTime() - third))];
  const periods = (column: string): Filter[] => [
    { sent: { lastDays: 7 }, where: `${column} >= now() - interval '7 days'` },
    {
      sent: { from: begin.getTime(), to: end.getTime() },
      where: `${column} >= ? and ${column} < ?`,
      values: [begin.toISOString(), end.toISOString()],
    },
  ];
  const byWorkspace: Filter[] = [
    { sent: { environmentId: environment }, where: 'x.environment_id = ?', values: [environment] },
    { sent: { workspaceId: workspace }, where: 'x.workspace_id = ?', values: [workspace] },
    {
      sent: { environmentId: environment, workspaceId: workspace },
      where: 'x.environment_id = ? and x.workspace_id = ?',
      values: [environment, workspace],
    },
  ];
  const outcome = (short: string, long: string): Filter => ({ sent: { status: short }, where: 'x.outcome = ?', values: [long] });
  const outcomes = [outcome('execution_successful', 'EXECUTION_SUCCESS'), outcome('execution_rejected', 'EXECUTION_REJECTED')];
  const running: Filter = { sent: { status: 'dispatching' }, where: `l.status in ('EXECUTION_EVENT_RECEIVED', 'DISPATCHING_FLOW')` };
  const taskFilters: Filter[] = [{}, ...byWorkspace, ...outcomes, running, ...periods('x.triggered_at')];
  const status = (short: string, long: string): Filter => ({ sent: { status: short }, where: 'x.status = ?', values: [long] });
  const statuses = [status('execution_successful', 'EXECUTION_SUCCESS'), status('execution_failed', 'EXECUTION_FAILED')];
  const planFilters: Filter[] = [{}, ...byWorkspace, ...statuses, ...periods('x.started_at')];
  const tasks = {
    id: 'executionId',
    columns: `x.id, x.workspace_id, x.task_id, x.task_version, x.execution_type, x.api_version, x.account_id, x.user_type, x.runtime_type,
      x.wanted_engine_id, x.wanted_cluster_id, x.run_profile_id, x.parallel_execution_allowed, coalesce(x.outcome, l.status) as status, x.triggered_at,
      coalesce(x.started_at, l.started_at) as started_at, x.finished_at, x.timeout_minutes, x.error_message, x.misfired_reason, x.plan_execution_id`,
    from: 'task_execution x left join live_execution l on l.execution_id = x.id',
    where: `x.tenant_id = $2 and x.triggered_at >= now() - interval '60 days' and ${visibleIn('x.workspace_id')}`,
    order: 'x.triggered_at desc, x.id desc',
  };
  const plans = {
    id: 'executionId',
    columns: `x.id, x.plan_id, x.execution_type, x.api_version, x.account_id, x.user_type, x.status, x.misfired_reason, x.error_message, x.started_at,
      x.finished_at, x.planned_count, (select count(*) from plan_step_execution s join task_execution e on e.plan_step_execution_id = s.id
        where s.plan_execution_id = x.id and not s.on_failure and e.outcome is not null) as done_count`,
    from: 'plan_execution x',
    where: `x.tenant_id = $2 and x.started_at >= now() - interval '60 days' and ${visibleIn('x.workspace_id')}`,
    order: 'x.started_at desc, x.id desc',
  };
  const listOfTask = (taskId: string): List => ({
    route: 'GET /processing/executables/tasks/{taskId}/executions',
    path: `/processing/executables/tasks/${taskId}/executions`,
    ...tasks,
    where: `${tasks.where} and x.task_id = '${taskId}'`,
    filters: [{}, ...outcomes, ...periods('x.triggered_at')],
  });
  return [
    { route: 'GET /processing/executables/tasks/executions', ...tasks, filters: taskFilters },
    {
      route: 'POST /processing/executables/tasks/executions',
      ...tasks,
      filters: [
        ...taskFilters,
        { sent: { tags: ['nightly'] }, where: 'x.tags @> ?', values: [['nightly']] },
        { sent: { tags: ['nightly', 'finance'] }, where: 'x.tags @> ?', values: [['nightly', 'finance']] },
        { sent: { tags: ['rare'] }, where: 'x.tags @> ?', values: [['rare']] },
        {
          sent: { tags: ['nightly'], status: 'execution_rejected' },
          where: 'x.tags @> ? and x.outcome = ?',
          values: [['nightly'], 'EXECUTION_REJECTED'],
        },
      ],
    },
    listOfTask(busyTask),
    { ...listOfTask(task), route: 'GET /processing/executables/tasks/{taskId}/executions (rarely run)' },
    { route: 'GET /processing/executables/plans/executions', ...plans, filters: planFilters },
    {
      route: 'GET /processing/executables/plans/{planId}/executions',
      path: `/processing/executables/plans/${plan}/executions`,
      ...plans,
      where: `${plans.where} and x.plan_id = '${plan}'`,
      filters: [{}, ...statuses, ...periods('x.started_at')],
    },
  ];
}
