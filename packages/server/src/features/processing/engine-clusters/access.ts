/** Finds and locks clusters. Each statement checks the tenant. */
import type { Tx } from '../../../core/database/db.ts';
import { found } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { environmentWorkspaceColumns, runtimeJoins, visibleRuntimes } from '../remote-engines/index.ts';
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
    select ${clusterColumns}, ${environmentWorkspaceColumns}
    from engine_cluster k
    ${runtimeJoins(sql`k`)}
    where ${visibleClusters(actor)}
      and ${condition}
    order by k.name, k.id`);

/** Finds a cluster that the actor may see. */
export async function findCluster(tx: Tx, actor: Actor, id: string): Promise<ClusterRow> {
  const [row] = await selectClusters(tx, actor, sql`k.id = ${id}`);
  return found(row, 'Engine cluster', id);
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
  return found(row, 'Engine cluster', id);
}
