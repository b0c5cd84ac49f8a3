/** The statements that read what an environment holds. Each is one statement, however much there is. */
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type {
  Estate,
  EstateConnection,
  EstatePlan,
  EstateProfile,
  EstateResource,
  EstateRuntime,
  EstateTask,
  EstateVersion,
  EstateWorkspace,
} from './draft/estate.ts';

/** An environment with how its rows are held while it is read. */
export type EstateScope = { tenant: string; environment: string; holds: Holds };

/**
 * Locks by what is read: what is written is not changed by somebody else meanwhile, what is used stays, and so does what is only named, which goes on
 * changing: engines send heartbeats.
 */
type Holds = { rows(table: Sql): Sql; used(table: Sql): Sql; named(table: Sql): Sql };

/** An analysis reads a snapshot and holds nothing. */
export const notHeld: Holds = { rows: () => sql``, used: () => sql``, named: () => sql`` };

/** What is promoted neither changes nor goes before the promotion is committed. */
export const heldAsSource: Holds = {
  rows: (table) => sql`for share of ${table}`,
  used: (table) => sql`for share of ${table}`,
  named: (table) => sql`for key share of ${table}`,
};

/** What is promoted over: nobody else writes it, but it can still be referred to, so that executions start meanwhile. */
export const heldAsTarget: Holds = {
  rows: (table) => sql`for no key update of ${table}`,
  used: (table) => sql`for key share of ${table}`,
  named: (table) => sql`for key share of ${table}`,
};

/**
 * Waits for whoever is changing a workspace, a plan, a task or a connection, before these are read: a statement that waits for a row still reads what
 * belongs to the row, its steps or parameters, as it was when the statement began.
 */
export async function holdEstate(tx: Tx, scope: EstateScope): Promise<void> {
  const held = (table: Sql): Promise<unknown> =>
    tx.rows(sql`
      select h.id
      from ${table} h
      join workspace w on w.id = h.workspace_id
      where ${inScope(scope)}
      order by h.id
      ${scope.holds.rows(sql`h`)}`);
  await selectWorkspaces(tx, scope);
  await held(sql`plan`);
  await held(sql`task`);
  await held(sql`connection`);
}

/**
 * Reads an environment. Who names comes before what is named: a thing that is named by a row that is held cannot go. The order is also that in
 * which others lock: environment, workspace, task, then what a task uses, a cluster before engines and these before run profiles.
 */
export async function estateOf(tx: Tx, scope: EstateScope): Promise<Estate> {
  return {
    workspaces: await selectWorkspaces(tx, scope),
    plans: await selectPlans(tx, scope),
    tasks: await selectTasks(tx, scope),
    versions: await selectVersions(tx, scope),
    connections: await selectConnections(tx, scope),
    resources: await selectResources(tx, scope),
    clusters: await selectRuntimes(tx, scope, sql`engine_cluster`),
    engines: await selectRuntimes(tx, scope, sql`engine`),
    profiles: await selectProfiles(tx, scope),
  };
}

const inScope = ({ tenant, environment }: EstateScope): Sql => sql`w.environment_id = ${environment} and w.tenant_id = ${tenant}`;

const selectWorkspaces = (tx: Tx, scope: EstateScope): Promise<EstateWorkspace[]> =>
  tx.rows(sql`
    select w.id, w.name, w.description, w.type
    from workspace w
    where ${inScope(scope)}
    order by w.id
    ${scope.holds.rows(sql`w`)}`);

const selectPlans = (tx: Tx, scope: EstateScope): Promise<EstatePlan[]> =>
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
    ${scope.holds.rows(sql`p`)}`);

const selectTasks = (tx: Tx, scope: EstateScope): Promise<EstateTask[]> =>
  tx.rows(sql`
    select t.id, t.workspace_id, t.name, t.description, t.version, t.artifact_version_id, t.tags, t.parameters, t.connections, t.resources,
           t.auto_upgradable, t.override_with_default_parameters, c.runtime_type,
           d.task_id is not null as has_dynamic_engine_run_config, c.engine_id, c.cluster_id, c.run_profile_id,
           d.run_profile_id as dynamic_engine_run_profile_id
    from task t
    join workspace w on w.id = t.workspace_id
    left join task_run_config c on c.task_id = t.id
    left join task_dynamic_engine_run_config d on d.task_id = t.id
    where ${inScope(scope)}
    order by t.id
    ${scope.holds.rows(sql`t`)}`);

const selectVersions = (tx: Tx, scope: EstateScope): Promise<EstateVersion[]> =>
  tx.rows(sql`
    select v.id, v.artifact_id, a.workspace_id, a.name, a.type, v.version, v.blob_hash
    from artifact_version v
    join artifact a on a.id = v.artifact_id
    join workspace w on w.id = a.workspace_id
    where ${inScope(scope)}
    order by a.id, v.created_at desc, v.id desc
    ${scope.holds.used(sql`a, v`)}`);

const selectConnections = (tx: Tx, scope: EstateScope): Promise<EstateConnection[]> =>
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
    ${scope.holds.rows(sql`c`)}`);

const selectResources = (tx: Tx, scope: EstateScope): Promise<EstateResource[]> =>
  tx.rows(sql`
    select r.id, r.workspace_id, r.name, r.description, r.file, r.blob_hash
    from resource r
    join workspace w on w.id = r.workspace_id
    where ${inScope(scope)}
    order by r.id
    ${scope.holds.rows(sql`r`)}`);

const selectRuntimes = (tx: Tx, { tenant, environment, holds }: EstateScope, table: Sql): Promise<EstateRuntime[]> =>
  tx.rows(sql`
    select g.id, g.name, g.workspace_id
    from ${table} g
    where g.environment_id = ${environment}
      and g.tenant_id = ${tenant}
    order by g.id
    ${holds.named(sql`g`)}`);

const selectProfiles = (tx: Tx, { tenant, environment, holds }: EstateScope): Promise<EstateProfile[]> =>
  tx.rows(sql`
    select p.id, p.engine_id, p.cluster_id, p.name, p.description, p.type, p.jvm_arguments
    from run_profile p
    where p.environment_id = ${environment}
      and p.tenant_id = ${tenant}
    order by p.id
    ${holds.rows(sql`p`)}`);
