/** The SQL statements with which a promotion writes resources. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';

/** The copy of a resource: its id, the id of its source, and its workspace. */
export type PromotedResource = { id: string; source: string; workspace: string };

/** A resource that gets the content of its source, and the source, by their ids. */
export type ReplacedResource = { id: string; source: string };

/** Adds copies of resources. */
export const insertPromotedResources = (tx: Tx, rows: readonly PromotedResource[]): Promise<unknown> =>
  tx.rows(sql`
    insert into resource (id, tenant_id, workspace_id, name, description, file, blob_hash)
    select r.id, s.tenant_id, r.workspace, s.name, s.description, s.file, s.blob_hash
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, workspace uuid)
    join resource s on s.id = r.source`);

/**
 * Replaces the description and the content of resources by those of their sources.
 * The timer for leftovers collects the replaced content: jobs would need one statement for each resource.
 */
export const replacePromotedResources = (tx: Tx, rows: readonly ReplacedResource[]): Promise<unknown> =>
  tx.rows(sql`
    update resource t
    set description = s.description,
        blob_hash = s.blob_hash,
        updated_at = now()
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid)
    join resource s on s.id = r.source
    where t.id = r.id`);
