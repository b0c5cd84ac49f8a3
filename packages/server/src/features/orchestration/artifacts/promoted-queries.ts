/** The SQL statements with which a promotion writes artifacts and their versions. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { raisePublished } from './artifact-events.ts';

/** The copy of an artifact: its id, the id of its source, and its workspace. */
export type PromotedArtifact = { id: string; source: string; workspace: string };

/** The copy of a version: its id, the id of its source, and its artifact. */
export type PromotedVersion = { id: string; source: string; artifact: string };

/** Adds copies of artifacts, without their versions. */
export const insertPromotedArtifacts = (tx: Tx, rows: readonly PromotedArtifact[]): Promise<unknown> =>
  tx.rows(sql`
    insert into artifact (id, tenant_id, workspace_id, name, type)
    select r.id, a.tenant_id, r.workspace, a.name, a.type
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, workspace uuid)
    join artifact a on a.id = r.source`);

/**
 * Adds copies of versions. A copy shares the content, and has the same time of publication, because it orders the versions.
 * @rule promotions.artifacts.content
 */
export async function insertPromotedVersions(tx: Tx, actor: EventActor, rows: readonly PromotedVersion[]): Promise<void> {
  await tx.rows(sql`
    insert into artifact_version (
      id, artifact_id, version, publisher_id, publisher_login, publisher_type, marketplace_product, description, parameters, repository, layout,
      blob_hash, contexts, context_name, created_at)
    select r.id, r.artifact, v.version, v.publisher_id, v.publisher_login, v.publisher_type, v.marketplace_product, v.description, v.parameters,
           v.repository, v.layout, v.blob_hash, v.contexts, v.context_name, v.created_at
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, artifact uuid)
    join artifact_version v on v.id = r.source`);
  await raisePublished(
    tx,
    actor,
    rows.map(({ id }) => id),
  );
}
