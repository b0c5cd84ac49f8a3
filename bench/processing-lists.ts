/** The lists of executions of tasks and plans: their calls, their filters, and the corresponding SQL by hand. */
import type { Seeded } from './lists-seed.ts';
import { type Filter, type List, visibleIn } from './lists.ts';

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
