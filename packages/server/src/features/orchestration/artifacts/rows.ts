/** The statements about artifacts. Each one that finds or locks an artifact for a caller checks the tenant and the right. */
import type { QueryOf, Schema } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { contains, json, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { hasWords } from '../../../core/database/word-search.ts';
import { type Page } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { inWorkspace } from '../../security/held/index.ts';
import { type CopyInWorkspace, workspaceJoins, type WorkspaceObject, workspaceObject } from '../workspaces/index.ts';
import { unknownVersion } from './version.ts';

/** The row of an artifact, with its versions and its workspace. */
export type ArtifactRow = { id: string; name: string; type: Schema<'ArtifactType'>; versions: string[]; workspace: WorkspaceObject };

/**
 * The columns of `ArtifactRow`, for statements with the aliases `a` and `w` and with `workspaceJoins`.
 * @rule artifacts.get.newest
 */
const artifactColumns: Sql = sql`
  a.id, a.name, a.type, ${workspaceObject} as workspace,
  array(
    select v.version
    from artifact_version v
    where v.artifact_id = a.id
    order by v.created_at desc, v.id desc
  ) as versions`;

/**
 * The guard of artifacts `a`.
 * @rule artifacts.list.visible
 */
export const artifactGuard = inWorkspace({ noun: 'Artifact', table: sql`artifact`, alias: sql`a` });

/**
 * Finds an artifact that the actor may read.
 * @rule artifacts.get.right
 */
export const findArtifact = (tx: Tx, actor: Actor, id: string): Promise<ArtifactRow> =>
  artifactGuard.find(tx, actor, id, { columns: artifactColumns, joins: workspaceJoins });

type LockedArtifact = { id: string; versions: { id: string; blob_hash: string }[] };

/**
 * Locks an artifact for a deletion, and all its versions or the named version, so that no task can begin to use them meanwhile. The actor needs PUBLISH.
 * @rule artifacts.delete.right
 */
export async function lockArtifact(tx: Tx, actor: Actor, id: string, version?: string): Promise<LockedArtifact> {
  await artifactGuard.lock(tx, actor, id, 'PUBLISH');
  const versions = await tx.rows<{ id: string; blob_hash: string }>(sql`
    select id, blob_hash
    from artifact_version
    where artifact_id = ${id}
      and (${version ?? null}::text is null or version = ${version ?? null})
    order by id
    for update`);
  if (version !== undefined && versions.length === 0) throw unknownVersion(id, version);
  return { id, versions };
}

/**
 * Selects a page of artifacts, ordered by name.
 * @rule artifacts.list.name
 * @rule artifacts.list.words
 * @rule artifacts.list.types
 */
export async function selectArtifacts(tx: Tx, actor: Actor, query: QueryOf<'GET /orchestration/artifacts'>): Promise<Page<ArtifactRow>> {
  const where: Sql[] = [];
  if (query.name !== undefined) where.push(contains(sql`a.name`, query.name));
  if (query.words !== undefined) where.push(hasWords(sql`a.name`, query.words));
  if (query.types !== undefined) where.push(sql`a.type = any (${query.types}::text[])`);
  return artifactGuard.page(tx, actor, query, { columns: artifactColumns, joins: workspaceJoins, where });
}

/**
 * Adds an artifact, or locks the existing artifact of that name with an update that changes nothing.
 * @rule artifacts.publish.again
 */
export const addArtifact = (
  tx: Tx,
  artifact: { tenant: string; workspace: string; name: string; type: Schema<'ArtifactType'> },
): Promise<{ id: string; type: Schema<'ArtifactType'> }> =>
  tx.only(sql`
    insert into artifact (id, tenant_id, workspace_id, name, type)
    values (${newId()}, ${artifact.tenant}, ${artifact.workspace}, ${artifact.name}, ${artifact.type})
    on conflict on constraint artifact_name_once do update
    set type = artifact.type
    returning id, type`);

/**
 * Deletes an artifact with its versions.
 * @rule artifacts.delete.versions
 */
export const removeArtifact = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from artifact
    where id = ${id}`);

/**
 * Deletes an artifact that has no version left.
 * @rule artifacts.delete.last
 */
export const removeEmptyArtifact = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from artifact a
    where a.id = ${id}
      and not exists (
        select from artifact_version v
        where v.artifact_id = a.id)`);

/** Adds copies of artifacts, without their versions. */
export const insertPromotedArtifacts = (tx: Tx, rows: readonly CopyInWorkspace[]): Promise<unknown> =>
  tx.rows(sql`
    insert into artifact (id, tenant_id, workspace_id, name, type)
    select r.id, a.tenant_id, r.workspace, a.name, a.type
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, workspace uuid)
    join artifact a on a.id = r.source`);
