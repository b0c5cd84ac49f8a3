/** The statements by which a promotion writes run profiles. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';

/** The copy of a run profile: its id, the id of its source, and the engine or cluster to which it belongs. */
export type PromotedProfile = { id: string; source: string; engine: string | null; cluster: string | null };

/** The ids of a run profile and of the source whose content it gets. */
export type ReplacedProfile = { id: string; source: string };

/** Adds copies of run profiles. */
export const insertPromotedProfiles = (tx: Tx, environment: string, rows: readonly PromotedProfile[]): Promise<unknown> =>
  tx.rows(sql`
    insert into run_profile (id, tenant_id, environment_id, engine_id, cluster_id, name, description, type, jvm_arguments, pod)
    select r.id, p.tenant_id, ${environment}, r.engine, r.cluster, p.name, p.description, p.type, p.jvm_arguments, p.pod
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, engine uuid, cluster uuid)
    join run_profile p on p.id = r.source`);

/** Replaces the descriptions, arguments and pods of run profiles with those of their sources. */
export const replacePromotedProfiles = (tx: Tx, rows: readonly ReplacedProfile[]): Promise<unknown> =>
  tx.rows(sql`
    update run_profile p
    set description = s.description,
        jvm_arguments = s.jvm_arguments,
        pod = s.pod,
        version = p.version + 1,
        updated_at = now()
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid)
    join run_profile s on s.id = r.source
    where p.id = r.id`);
