/** The statement by which a promotion writes clusters. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';

/** The copy of a cluster: its id, the id of its source, and its workspace. */
export type PromotedCluster = { id: string; source: string; workspace: string | null };

/** Adds copies of clusters to an environment. */
export const insertPromotedClusters = (tx: Tx, environment: string, rows: readonly PromotedCluster[]): Promise<unknown> =>
  tx.rows(sql`
    insert into engine_cluster (id, tenant_id, environment_id, workspace_id, runtime_id, name, description)
    select r.id, k.tenant_id, ${environment}, r.workspace, gen_random_uuid(), k.name, k.description
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, workspace uuid)
    join engine_cluster k on k.id = r.source`);
