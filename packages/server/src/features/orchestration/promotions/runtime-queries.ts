/** The statements that write the engines, clusters and run profiles of a promotion. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { Changes } from './draft/changes.ts';

/** Adds engines and clusters, and adds and replaces run profiles. */
export async function applyRuntimes(
  tx: Tx,
  environment: string,
  { clusters, engines, profiles, replacedProfiles }: Changes,
): Promise<void> {
  await insertClusters(tx, environment, clusters);
  await insertEngines(tx, environment, engines);
  await insertProfiles(tx, environment, profiles);
  await updateProfiles(tx, replacedProfiles);
}

const insertClusters = (tx: Tx, environment: string, rows: Changes['clusters']): Promise<unknown> =>
  tx.rows(sql`
    insert into engine_cluster (id, tenant_id, environment_id, workspace_id, runtime_id, name, description)
    select r.id, k.tenant_id, ${environment}, r.workspace, gen_random_uuid(), k.name, k.description
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, workspace uuid)
    join engine_cluster k on k.id = r.source`);

const insertEngines = (tx: Tx, environment: string, rows: Changes['engines']): Promise<unknown> =>
  tx.rows(sql`
    insert into engine (
      id, tenant_id, environment_id, workspace_id, runtime_id, name, description, esb_compatibility_version, run_profile_types)
    select r.id, g.tenant_id, ${environment}, r.workspace, gen_random_uuid(), g.name, g.description, g.esb_compatibility_version,
           g.run_profile_types
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, workspace uuid)
    join engine g on g.id = r.source`);

const insertProfiles = (tx: Tx, environment: string, rows: Changes['profiles']): Promise<unknown> =>
  tx.rows(sql`
    insert into run_profile (id, tenant_id, environment_id, engine_id, cluster_id, name, description, type, jvm_arguments)
    select r.id, p.tenant_id, ${environment}, r.engine, r.cluster, p.name, p.description, p.type, p.jvm_arguments
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, engine uuid, cluster uuid)
    join run_profile p on p.id = r.source`);

const updateProfiles = (tx: Tx, rows: Changes['replacedProfiles']): Promise<unknown> =>
  tx.rows(sql`
    update run_profile p
    set description = s.description,
        jvm_arguments = s.jvm_arguments,
        version = p.version + 1,
        updated_at = now()
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid)
    join run_profile s on s.id = r.source
    where p.id = r.id`);
