/** The statements that read the content of an environment, one for each kind of object. */
import { DRIVER_RESOURCE } from '@millrace/crawler';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type {
  ContentConnection,
  ContentPlan,
  ContentProfile,
  ContentResource,
  ContentRuntime,
  ContentTask,
  ContentVersion,
  ContentWorkspace,
  EnvironmentContent,
} from './draft/environment-content.ts';

/** An environment, and the locks for its rows. */
export type ContentScope = { tenant: string; environment: string; locks: RowLocks };

/**
 * The locks of promoted rows (`rows`), of artifacts and versions (`used`), and of engines and clusters (`named`). The last prevent only deletions,
 * because engines update their rows with each heartbeat.
 */
type RowLocks = { rows(table: Sql): Sql; used(table: Sql): Sql; named(table: Sql): Sql };

/** No locks: an analysis reads a snapshot. */
export const noLocks: RowLocks = { rows: () => sql``, used: () => sql``, named: () => sql`` };

/** The locks of the source: no promoted row changes before the promotion is committed. */
export const sourceLocks: RowLocks = {
  rows: (table) => sql`for share of ${table}`,
  used: (table) => sql`for share of ${table}`,
  named: (table) => sql`for key share of ${table}`,
};

/** The locks of the target: only the promotion writes the rows, but other rows may refer to them, so that executions can start. */
export const targetLocks: RowLocks = {
  rows: (table) => sql`for no key update of ${table}`,
  used: (table) => sql`for key share of ${table}`,
  named: (table) => sql`for key share of ${table}`,
};

/**
 * Locks workspaces, plans, tasks and connections before `readContent` reads them: a statement that waits for the lock of a row would read rows of other
 * tables, such as steps and parameters, as they were when the statement began.
 */
export async function lockContent(tx: Tx, scope: ContentScope): Promise<void> {
  const lock = (table: Sql): Promise<unknown> =>
    tx.rows(sql`
      select h.id
      from ${table} h
      join workspace w on w.id = h.workspace_id
      where ${inScope(scope)}
      order by h.id
      ${scope.locks.rows(sql`h`)}`);
  await selectWorkspaces(tx, scope);
  await lock(sql`plan`);
  await lock(sql`task`);
  await lock(sql`connection`);
}

/**
 * Reads an environment. Plans are read before tasks, and tasks before what they use, because a row that a locked row refers to cannot be deleted. Other
 * code locks in the same order: environment, workspace, task, then what a task uses; clusters before engines, engines before run profiles.
 */
export async function readContent(tx: Tx, scope: ContentScope): Promise<EnvironmentContent> {
  return {
    workspaces: await selectWorkspaces(tx, scope),
    plans: await selectPlans(tx, scope),
    tasks: await selectTasks(tx, scope),
    versions: await selectVersions(tx, scope),
    connections: await selectConnections(tx, scope),
    resources: await selectResources(tx, scope),
    clusters: await selectRuntimes(tx, scope, sql`engine_cluster`),
    engines: await selectRuntimes(tx, scope, sql`engine`, sql`not g.is_agent`),
    profiles: await selectProfiles(tx, scope),
  };
}

const inScope = ({ tenant, environment }: ContentScope): Sql => sql`w.environment_id = ${environment} and w.tenant_id = ${tenant}`;

const selectWorkspaces = (tx: Tx, scope: ContentScope): Promise<ContentWorkspace[]> =>
  tx.rows(sql`
    select w.id, w.name, w.description, w.type
    from workspace w
    where ${inScope(scope)}
    order by w.id
    ${scope.locks.rows(sql`w`)}`);

const selectPlans = (tx: Tx, scope: ContentScope): Promise<ContentPlan[]> =>
  tx.rows(sql`
    select p.id, p.workspace_id, p.name, p.description, c.parallel_execution_allowed,
           coalesce((
             select json_agg(
                      json_build_object(
                        'name', s.name, 'condition', s.condition, 'note', s.note,
                        'tasks', array(
                          select x.task_id from plan_step_task x where x.step_id = s.id and not x.on_failure order by x.position),
                        'failure_tasks', array(
                          select x.task_id from plan_step_task x where x.step_id = s.id and x.on_failure order by x.position),
                        'failure_plans', array(
                          select x.plan_id from plan_step_plan x where x.step_id = s.id order by x.position))
                      order by s.position)
             from plan_step s
             where s.plan_id = p.id), '[]') as steps
    from plan p
    join workspace w on w.id = p.workspace_id
    left join plan_run_config c on c.plan_id = p.id
    where ${inScope(scope)}
    order by p.id
    ${scope.locks.rows(sql`p`)}`);

const selectTasks = (tx: Tx, scope: ContentScope): Promise<ContentTask[]> =>
  tx.rows(sql`
    select t.id, t.workspace_id, t.name, t.description, t.version, t.artifact_version_id, t.tags, t.parameters, t.connections, t.resources,
           t.auto_upgradable, t.override_with_default_parameters, t.context_name, c.runtime_type,
           d.task_id is not null as has_dynamic_engine_run_config, c.engine_id, c.cluster_id, c.run_profile_id,
           d.run_profile_id as dynamic_engine_run_profile_id
    from task t
    join workspace w on w.id = t.workspace_id
    left join task_run_config c on c.task_id = t.id
    left join task_dynamic_engine_run_config d on d.task_id = t.id
    where ${inScope(scope)}
    order by t.id
    ${scope.locks.rows(sql`t`)}`);

const selectVersions = (tx: Tx, scope: ContentScope): Promise<ContentVersion[]> =>
  tx.rows(sql`
    select v.id, v.artifact_id, a.workspace_id, a.name, a.type, v.version, v.blob_hash
    from artifact_version v
    join artifact a on a.id = v.artifact_id
    join workspace w on w.id = a.workspace_id
    where ${inScope(scope)}
    order by a.id, v.created_at desc, v.id desc
    ${scope.locks.used(sql`a, v`)}`);

const selectConnections = (tx: Tx, scope: ContentScope): Promise<ContentConnection[]> =>
  tx.rows(sql`
    select c.id, c.workspace_id, c.name, c.app,
           coalesce((
             select json_agg(
                      json_build_object('name', p.name, 'position', p.position, 'encrypted', p.encrypted, 'set', p.secret_value is not null)
                      order by p.position)
             from connection_parameter p
             where p.connection_id = c.id), '[]') as parameters
    from connection c
    join workspace w on w.id = c.workspace_id
    where ${inScope(scope)}
    order by c.id
    ${scope.locks.rows(sql`c`)}`);

const selectResources = (tx: Tx, scope: ContentScope): Promise<ContentResource[]> =>
  tx.rows(sql`
    select r.id, r.workspace_id, r.name, r.description, r.file, r.blob_hash, exists (
             select from connection_parameter p
             join connection c on c.id = p.connection_id
             where p.name = ${DRIVER_RESOURCE}
               and lower(p.plain_value) = r.id::text
               and c.workspace_id = r.workspace_id) as is_driver
    from resource r
    join workspace w on w.id = r.workspace_id
    where ${inScope(scope)}
    order by r.id
    ${scope.locks.rows(sql`r`)}`);

const selectRuntimes = (
  tx: Tx,
  { tenant, environment, locks }: ContentScope,
  table: Sql,
  condition = sql`true`,
): Promise<ContentRuntime[]> =>
  tx.rows(sql`
    select g.id, g.name, g.workspace_id
    from ${table} g
    where g.environment_id = ${environment}
      and g.tenant_id = ${tenant}
      and ${condition}
    order by g.id
    ${locks.named(sql`g`)}`);

const selectProfiles = (tx: Tx, { tenant, environment, locks }: ContentScope): Promise<ContentProfile[]> =>
  tx.rows(sql`
    select p.id, p.engine_id, p.cluster_id, p.name, p.description, p.type, p.jvm_arguments, p.pod
    from run_profile p
    where p.environment_id = ${environment}
      and p.tenant_id = ${tenant}
    order by p.id
    ${locks.rows(sql`p`)}`);
