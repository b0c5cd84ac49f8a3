/** Finds and locks clusters. Each statement checks the tenant. */
import type { Tx } from '../../../core/database/db.ts';
import { notFound } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { environmentObject } from '../../orchestration/environments/index.ts';
import { workspaceObject } from '../../orchestration/workspaces/index.ts';
import { visibleRuntimes } from '../remote-engines/index.ts';
import { clusterColumns, type ClusterRow } from './json.ts';

/**
 * Builds the condition that the actor may see the cluster `k`.
 * @rule engine-clusters.list.visible
 * @rule engine-clusters.list.workspace
 */
export const visibleClusters = (actor: Actor): Sql => visibleRuntimes(actor, sql`k`);

/** Selects the visible clusters that meet a condition, ordered by name. */
export const selectClusters = (tx: Tx, actor: Actor, condition: Sql): Promise<ClusterRow[]> =>
  tx.rows(sql`
    select ${clusterColumns}, ${environmentObject} as environment, case when w.id is not null then ${workspaceObject} end as workspace
    from engine_cluster k
    join environment e on e.id = k.environment_id
    left join workspace w on w.id = k.workspace_id
    left join account o on o.id = w.owner_id
    where ${visibleClusters(actor)}
      and ${condition}
    order by k.name, k.id`);

/** Finds a cluster that the actor may see. */
export async function findCluster(tx: Tx, actor: Actor, id: string): Promise<ClusterRow> {
  const [row] = await selectClusters(tx, actor, sql`k.id = ${id}`);
  if (!row) throw notFound('Engine cluster', id);
  return row;
}

/** A locked cluster. */
export type LockedCluster = { id: string; environment_id: string; workspace_id: string | null };

/** Locks a cluster of the actor's tenant for a change. */
export async function lockCluster(tx: Tx, actor: Actor, id: string): Promise<LockedCluster> {
  const row = await tx.one<LockedCluster>(sql`
    select k.id, k.environment_id, k.workspace_id
    from engine_cluster k
    where k.id = ${id}
      and k.tenant_id = ${actor.tenant}
    for update`);
  if (!row) throw notFound('Engine cluster', id);
  return row;
}
