/** The lists of P14 below `/orchestration`: definitions and future events, with filters of each list, and the SQL by hand for the same rows. */
import type { Seeded } from './lists-seed.ts';

/** One filter: the fields that the call sends, and the condition in SQL; each `?` is the next of `values`. */
export type Filter = { sent?: Record<string, unknown>; where?: string; values?: readonly unknown[] };

/** One list. In its SQL `$1` is the caller and `$2` the tenant. */
export type List = {
  route: string;
  /** The path, if it differs from the path of the route. */
  path?: string;
  /** The name of the field of an entry that has its id. */
  id: string;
  /** The calls send no limit and no offset of their own. */
  isUnpaged?: true;
  /** The results are not compared: the entries are computed, and the SQL by hand reads the rows from which they are computed. */
  uncompared?: true;
  columns: string;
  from: string;
  where: string;
  order: string;
  filters: readonly Filter[];
};

/** Returns the condition that the caller sees the workspace in a column. */
export const visibleIn = (column: string): string =>
  `${column} in (select id from workspace where owner_id = $1 union all select workspace_id from workspace_right where account_id = $1)`;
const workspaceColumns = 'w.name as workspace_name, w.type, w.description, e.id as environment_id, e.name as environment_name, o.login';
const joinWorkspace = 'join environment e on e.id = w.environment_id join account o on o.id = w.owner_id';

/** Returns the lists of definitions and of future events. */
export function orchestrationLists(seeded: Seeded): List[] {
  const { environment, workspace, artifact, engine, runProfile, plan, task } = seeded;
  const inEnvironment: Filter = { sent: { environmentId: environment }, where: 'w.environment_id = ?', values: [environment] };
  const inWorkspace = (column: string): Filter => ({ sent: { workspaceId: workspace }, where: `${column} = ?`, values: [workspace] });
  const contains = (column: string, name: string, part: string): Filter => ({
    sent: { [name]: part },
    where: `${column} ilike ?`,
    values: [`%${part}%`],
  });
  const taskFilters: Filter[] = [
    {},
    inEnvironment,
    inWorkspace('t.workspace_id'),
    { sent: { artifactId: artifact }, where: 'v.artifact_id = ?', values: [artifact] },
    { sent: { runtimeType: 'REMOTE_ENGINE' }, where: 'c.runtime_type = ?', values: ['REMOTE_ENGINE'] },
    { sent: { runtimeType: 'CLOUD' }, where: `coalesce(c.runtime_type, 'CLOUD') = ?`, values: ['CLOUD'] },
    { sent: { runtimeId: engine }, where: 'c.engine_id = ?', values: [engine] },
    {
      sent: { runtimeType: 'REMOTE_ENGINE', runtimeRunProfileId: runProfile },
      where: 'c.runtime_type = ? and c.run_profile_id = ?',
      values: ['REMOTE_ENGINE', runProfile],
    },
  ];
  const tasks = {
    id: 'executable',
    columns: `t.id, t.name, t.paused_at, t.paused_by, v.artifact_id, c.runtime_type, c.engine_id, c.cluster_id, c.run_profile_id, ${workspaceColumns}`,
    from: `task t join artifact_version v on v.id = t.artifact_version_id join workspace w on w.id = t.workspace_id ${joinWorkspace}
      left join task_run_config c on c.task_id = t.id`,
    where: `t.tenant_id = $2 and ${visibleIn('t.workspace_id')}`,
    order: 't.name, t.id',
  };
  const triggerType = `coalesce((select 'MULTIPLE' from schedule s where s.task_id = t.id),
    (select g.definition ->> 'type' from time_trigger g where g.task_id = t.id), 'MANUAL')`;
  return [
    {
      route: 'GET /orchestration/artifacts',
      id: 'id',
      columns: `a.id, a.name, a.type, ${workspaceColumns},
        array(select v.version from artifact_version v where v.artifact_id = a.id order by v.created_at desc, v.id desc) as versions`,
      from: `artifact a join workspace w on w.id = a.workspace_id ${joinWorkspace}`,
      where: `a.tenant_id = $2 and ${visibleIn('a.workspace_id')}`,
      order: 'a.name, a.id',
      filters: [
        {},
        inEnvironment,
        inWorkspace('a.workspace_id'),
        contains('a.name', 'name', 'fact 00'),
        contains('a.name', 'name', '123'),
        { sent: { types: 'route' }, where: 'a.type = ?', values: ['route'] },
      ],
    },
    {
      route: 'GET /orchestration/connections',
      id: 'id',
      columns: `c.id, c.name, c.app, c.created_at, c.updated_at, ${workspaceColumns}, (
        select json_agg(json_build_object('name', p.name, 'value', p.plain_value, 'encrypted', p.encrypted) order by p.position)
        from connection_parameter p where p.connection_id = c.id) as parameters`,
      from: `connection c join workspace w on w.id = c.workspace_id ${joinWorkspace}`,
      where: `c.tenant_id = $2 and ${visibleIn('c.workspace_id')}`,
      order: 'c.name, c.id',
      filters: [{}, inEnvironment, inWorkspace('c.workspace_id'), contains('c.name', 'name', 'TION 00'), contains('c.name', 'name', '123')],
    },
    {
      route: 'GET /orchestration/resources',
      id: 'id',
      columns: `r.id, r.name, r.description, r.file, ${workspaceColumns}`,
      from: `resource r join workspace w on w.id = r.workspace_id ${joinWorkspace}`,
      where: `r.tenant_id = $2 and ${visibleIn('r.workspace_id')}`,
      order: 'r.name, r.id',
      filters: [{}, inEnvironment, inWorkspace('r.workspace_id'), contains('r.name', 'name', 'rce 00'), contains('r.name', 'name', '123')],
    },
    {
      route: 'GET /orchestration/executables/tasks',
      ...tasks,
      filters: [
        ...taskFilters,
        { sent: { name: 'task' }, where: 't.name ilike ?', values: ['task%'] },
        { sent: { name: 'task 00012' }, where: 't.name ilike ?', values: ['task 00012%'] },
      ],
    },
    {
      route: 'POST /orchestration/executables/tasks/search',
      ...tasks,
      filters: [
        ...taskFilters,
        contains('t.name', 'name', 'ask'),
        contains('t.name', 'name', '123'),
        { sent: { tags: ['nightly'] }, where: 't.tags @> ?', values: [['nightly']] },
        { sent: { tags: ['nightly', 'finance'] }, where: 't.tags @> ?', values: [['nightly', 'finance']] },
        { sent: { triggerType: 'multiple' }, where: `${triggerType} = ?`, values: ['MULTIPLE'] },
        { sent: { triggerType: 'manual' }, where: `${triggerType} = ?`, values: ['MANUAL'] },
      ],
    },
    {
      route: 'GET /orchestration/executables/plans',
      id: 'executable',
      columns: `p.id, p.name, p.description, p.paused_at, ${workspaceColumns}, (
        select json_agg(json_build_object('id', s.id, 'name', s.name, 'condition', s.condition, 'tasks', (
          select json_agg(json_build_object('id', t.id, 'name', t.name, 'version', v.version, 'artifact', a.name) order by k.position)
          from plan_step_task k join task t on t.id = k.task_id join artifact_version v on v.id = t.artifact_version_id
          join artifact a on a.id = v.artifact_id where k.step_id = s.id and ${visibleIn('t.workspace_id')})) order by s.position)
        from plan_step s where s.plan_id = p.id) as steps, (
        select x.status from plan_execution x where x.plan_id = p.id order by x.started_at desc, x.id desc limit 1) as newest`,
      from: `plan p join workspace w on w.id = p.workspace_id ${joinWorkspace}`,
      where: `p.tenant_id = $2 and ${visibleIn('p.workspace_id')}`,
      order: 'p.name, p.id',
      filters: [
        {},
        inEnvironment,
        inWorkspace('p.workspace_id'),
        {
          sent: { taskId: task },
          where: 'p.id in (select s.plan_id from plan_step_task k join plan_step s on s.id = k.step_id where k.task_id = ?)',
          values: [task],
        },
        { sent: { planId: plan }, where: 'p.id = ?', values: [plan] },
        { sent: { name: 'plan' }, where: 'p.name ilike ?', values: ['plan%'] },
        { sent: { name: 'plan 0001' }, where: 'p.name ilike ?', values: ['plan 0001%'] },
      ],
    },
    {
      route: 'GET /orchestration/schedules',
      id: 'id',
      columns: `s.id, s.description, s.environment_id, s.task_id, s.plan_id,
        (select json_agg(g.definition order by g.created_at, g.id) from time_trigger g where g.schedule_id = s.id) as triggers`,
      from: 'schedule s left join task t on t.id = s.task_id left join plan p on p.id = s.plan_id',
      where: `s.tenant_id = $2 and (${visibleIn('t.workspace_id')} or ${visibleIn('p.workspace_id')} or s.task_id is null and s.plan_id is null
        and s.environment_id in (select w.environment_id from workspace w where ${visibleIn('w.id')}))`,
      order: 's.id',
      filters: [
        {},
        { sent: { environmentId: environment }, where: 's.environment_id = ?', values: [environment] },
        { sent: { onlyBound: true }, where: '(s.task_id is not null or s.plan_id is not null)' },
        { sent: { descriptionFilter: 'of finance$' }, where: 's.description ~ ?', values: ['of finance$'] },
      ],
    },
    {
      route: 'GET /orchestration/projects',
      id: 'id',
      columns: 'p.id, p.name, p.technical_label, p.description, p.url, p.author, o.login, p.created_at, p.updated_at',
      from: 'project p join account o on o.id = p.owner_id',
      where: 'p.tenant_id = $2 and $1::uuid is not null',
      order: 'p.name, p.id',
      filters: [{}, contains('p.name', 'projectName', 'ject 00'), contains('p.name', 'projectName', '123')],
    },
    ...unpagedLists(seeded),
    ...eventLists(seeded),
  ];
}

function unpagedLists({ environment }: Seeded): List[] {
  const filter = (name: string, selector: string, column: string, value: string): Filter => ({
    sent: { [name]: `${selector}==${value}` },
    where: value.includes('*') ? `${column} like ?` : `${column} = ?`,
    values: [value.replaceAll('*', '%')],
  });
  const admin = `exists (select from account_role r join role n on n.id = r.role_id where r.account_id = $1 and n.name = 'TenantAdmin')`;
  return [
    {
      route: 'GET /orchestration/workspaces',
      id: 'id',
      isUnpaged: true,
      columns: `w.id, ${workspaceColumns}`,
      from: `workspace w ${joinWorkspace}`,
      where: `w.tenant_id = $2 and (${visibleIn('w.id')} or ${admin})`,
      order: 'e.name, w.name, w.id',
      filters: [{}, filter('query', 'name', 'w.name', 'Work*1'), filter('query', 'environment.id', 'e.id', environment)],
    },
    {
      route: 'GET /orchestration/environments',
      id: 'id',
      isUnpaged: true,
      columns: 'e.id, e.name, e.description, e.max_cloud_containers, e.is_default',
      from: 'environment e',
      where: `e.tenant_id = $2 and (${admin} or e.id in (select w.environment_id from workspace w where ${visibleIn('w.id')}))`,
      order: 'e.name, e.id',
      filters: [{}, filter('query', 'name', 'e.name', '*1')],
    },
    {
      route: 'GET /orchestration/executables/promotions',
      id: 'executable',
      isUnpaged: true,
      columns: 'p.id, p.description, s.id as source, s.name as source_name, t.id as target, t.name as target_name',
      from: 'promotion p join environment s on s.id = p.source_environment_id join environment t on t.id = p.target_environment_id',
      where: `p.tenant_id = $2 and (${admin} or p.id in (select promotion_id from promotion_account where account_id = $1))`,
      order: `s.name || ' to ' || t.name, p.id`,
      filters: [{}, filter('_s', 'sourceEnvironment.id', 's.id', environment)],
    },
  ];
}

/** Returns the lists of future events. The SQL by hand reads only the triggers. */
function eventLists({ environment, workspace, engine, schedule, busyTask, to }: Seeded): List[] {
  const period = { from: to.getTime(), to: to.getTime() + 7 * 86_400_000 };
  const triggers: Omit<List, 'route' | 'where' | 'filters'> = {
    id: 'id',
    isUnpaged: true,
    uncompared: true,
    columns: 'g.id, g.definition, t.id as task_id, p.id as plan_id',
    from: `time_trigger g join schedule s on s.id = g.schedule_id left join task t on t.id = s.task_id left join plan p on p.id = s.plan_id
      join workspace w on w.id = coalesce(t.workspace_id, p.workspace_id) left join task_run_config c on c.task_id = t.id`,
    order: 'g.id',
  };
  const sent = { environmentId: environment, ...period };
  const withOffset = (offset: number): Filter => ({ sent: { ...period, offset } });
  return [
    {
      route: 'POST /orchestration/executables/events/search',
      ...triggers,
      where: `w.tenant_id = $2 and ${visibleIn('w.id')}`,
      filters: [
        { sent, where: 'w.environment_id = ?', values: [environment] },
        { sent: { ...sent, offset: 400 }, where: 'w.environment_id = ?', values: [environment] },
        { sent: { ...sent, workspaceIds: [workspace] }, where: 'w.id = ?', values: [workspace] },
        { sent: { ...sent, tags: ['nightly'] }, where: 'w.environment_id = ? and t.tags @> ?', values: [environment, ['nightly']] },
        {
          sent: { ...sent, runtime: { type: 'CLOUD' } },
          where: `w.environment_id = ? and coalesce(c.runtime_type, 'CLOUD') = 'CLOUD'`,
          values: [environment],
        },
        { sent: { ...sent, runtime: { id: engine } }, where: 'w.environment_id = ? and c.engine_id = ?', values: [environment, engine] },
      ],
    },
    {
      route: 'GET /orchestration/executables/tasks/{taskId}/run-config/events',
      path: `/orchestration/executables/tasks/${busyTask}/run-config/events`,
      ...triggers,
      where: `w.tenant_id = $2 and ${visibleIn('w.id')} and t.id = '${busyTask}'`,
      filters: [withOffset(0), withOffset(3)],
    },
    {
      route: 'GET /orchestration/schedules/{scheduleId}/events',
      path: `/orchestration/schedules/${schedule}/events`,
      ...triggers,
      where: `w.tenant_id = $2 and ${visibleIn('w.id')} and s.id = '${schedule}'`,
      filters: [withOffset(0), withOffset(3)],
    },
  ];
}
