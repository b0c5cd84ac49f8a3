/** The statements about clusters and the engines that belong to them. Each one that finds or locks a cluster checks the tenant. */
import type { Schema } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { requireFound } from '../../../core/base/problem.ts';
import { json, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { moveProfilesToCluster } from '../../orchestration/tasks/index.ts';
import { inTenant } from '../../security/held/index.ts';
import {
  environmentWorkspaceColumns,
  runtimeJoins,
  type RuntimeRow,
  visibleRuntimes,
  type PromotedRuntime,
} from '../remote-engines/index.ts';
import { availability } from '../task-executions/index.ts';

/** The row of a cluster. */
export type ClusterRow = RuntimeRow & { engines: string[] };

/**
 * The availability of the cluster `k`. One available engine is enough.
 * @rule engine-clusters.list.availability
 */
export const clusterAvailability: Sql = sql`(
  select case
           when bool_or(${availability} = 'AVAILABLE') then 'AVAILABLE'
           when bool_and(${availability} = 'RETIRED') then 'RETIRED'
           else 'NOT_AVAILABLE'
         end
  from engine g
  where g.cluster_id = k.id)`;

/** The columns of `ClusterRow` except environment and workspace, for statements with the alias `k`. */
const clusterColumns: Sql = sql`
  k.id, k.name, k.description, k.runtime_id, ${clusterAvailability} as availability,
  array(select g.id from engine g where g.cluster_id = k.id order by g.name, g.id) as engines, k.created_at, k.updated_at`;

/**
 * Builds the condition that the actor may see the cluster `k`.
 * @rule engine-clusters.list.visible
 * @rule engine-clusters.list.workspace
 */
const visibleClusters = (actor: Actor): Sql => visibleRuntimes(actor, sql`k`);

/** Selects the visible clusters that meet a condition, ordered by name. */
export const selectClusters = (tx: Tx, actor: Actor, condition: Sql): Promise<ClusterRow[]> =>
  tx.rows(sql`
    select ${clusterColumns}, ${environmentWorkspaceColumns}
    from engine_cluster k
    ${runtimeJoins(sql`k`)}
    where ${visibleClusters(actor)}
      and ${condition}
    order by k.name, k.id`);

/** Finds a cluster that the actor may see. */
export async function findCluster(tx: Tx, actor: Actor, id: string): Promise<ClusterRow> {
  const [row] = await selectClusters(tx, actor, sql`k.id = ${id}`);
  return requireFound(row, 'Engine cluster', id);
}

/** A locked cluster. */
type LockedCluster = { id: string; environment_id: string; workspace_id: string | null };

/** Locks a cluster of the actor's tenant for a change. */
export const lockCluster = (tx: Tx, actor: Actor, id: string): Promise<LockedCluster> =>
  inTenant({ noun: 'Engine cluster', table: sql`engine_cluster`, alias: sql`k` }).lock(tx, actor, id, {
    columns: sql`k.id, k.environment_id, k.workspace_id`,
  });

/** Adds a cluster without engines. */
export const insertCluster = (
  tx: Tx,
  actor: Actor,
  { id, environment, workspace }: { id: string; environment: string; workspace: string | null },
  sent: Schema<'ClusterRequest'>,
): Promise<unknown> =>
  tx.rows(sql`
    insert into engine_cluster (id, tenant_id, environment_id, workspace_id, runtime_id, name, description)
    values (
      ${id}, ${actor.tenant}, ${environment}, ${workspace}, ${crypto.randomUUID()}, ${sent.name.trim()}, ${sent.description ?? null})`);

/** Locks the engines of the environment with these ids. */
export const lockEngines = (
  tx: Tx,
  environment: string,
  ids: readonly string[],
): Promise<{ id: string; cluster_id: string | null; workspace_id: string | null }[]> =>
  tx.rows(sql`
    select id, cluster_id, workspace_id
    from engine
    where id = any (${[...ids]})
      and environment_id = ${environment}
    order by id
    for update`);

/** Selects tasks of other workspaces that are configured to run on the engines: at most 20, ordered by name. */
export const selectForeignTasks = (tx: Tx, engines: readonly string[], workspace: string): Promise<{ name: string }[]> =>
  tx.rows(sql`
    select t.name
    from task_run_config c
    join task t on t.id = c.task_id
    where c.engine_id = any (${[...engines]})
      and t.workspace_id <> ${workspace}
    order by t.name
    limit 20`);

/**
 * Copies the run profiles of an engine to a cluster, and configures the tasks to use the copies. If the cluster already has a run profile of that
 * name, the name of the engine is appended.
 * @rule engine-clusters.add.duplicate
 */
export async function copyProfiles(tx: Tx, engine: string, cluster: string): Promise<void> {
  const profiles = await tx.rows<{ id: string }>(sql`
    select id
    from run_profile
    where engine_id = ${engine}
    order by id
    for update`);
  if (profiles.length === 0) return;
  const copies = profiles.map(({ id }) => ({ from: id, to: newId() }));
  await tx.rows(sql`
    insert into run_profile (id, tenant_id, environment_id, cluster_id, name, description, type, jvm_arguments)
    select copy."to", p.tenant_id, p.environment_id, ${cluster},
           case when exists (select from run_profile q where q.cluster_id = ${cluster} and q.name = p.name) then p.name || ' (' || g.name || ')'
                else p.name
           end,
           p.description, p.type, p.jvm_arguments
    from json_to_recordset(${json(copies)}::json) as copy ("from" uuid, "to" uuid)
    join run_profile p on p.id = copy."from"
    join engine g on g.id = p.engine_id`);
  await moveProfilesToCluster(tx, cluster, copies);
}

/** Holds a run profile of the cluster. Returns undefined if the cluster does not have it. */
export const holdProfile = (tx: Tx, cluster: string, profile: string): Promise<{ id: string } | undefined> =>
  tx.one(sql`
    select id
    from run_profile
    where id::text = ${profile.toLowerCase()}
      and cluster_id = ${cluster}
    for key share`);

/** Counts the tasks that are configured to run on the cluster, and the executions that wait for it. */
export const countClusterUses = (tx: Tx, id: string): Promise<{ tasks: number; executions: number }> =>
  tx.only(sql`
    select (select count(*) from task_run_config where cluster_id = ${id}) as tasks,
           (select count(*)
            from live_execution
            where target_id = ${id}
              and engine_id is null) as executions`);

/**
 * Deletes a cluster and its run profiles; its engines stay.
 * @rule engine-clusters.delete.engines
 */
export const removeCluster = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from engine_cluster
    where id = ${id}`);

/** Adds copies of clusters to an environment. */
export const insertPromotedClusters = (tx: Tx, environment: string, rows: readonly PromotedRuntime[]): Promise<unknown> =>
  tx.rows(sql`
    insert into engine_cluster (id, tenant_id, environment_id, workspace_id, runtime_id, name, description)
    select r.id, k.tenant_id, ${environment}, r.workspace, gen_random_uuid(), k.name, k.description
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, workspace uuid)
    join engine_cluster k on k.id = r.source`);
