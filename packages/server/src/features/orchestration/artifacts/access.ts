/** Reads and locks artifacts; each statement checks the tenant and the right of the caller. */
import type { Tx } from '../../../core/database/db.ts';
import { found, notFound, Problem } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight, visibleScope, type ListScope } from '../../security/workspace-permissions/index.ts';
import { foundWithRight, workspaceJoins } from '../workspaces/index.ts';
import { artifactColumns, artifactVersionColumns, type ArtifactRow, type ArtifactVersionRow } from './json.ts';

/** Builds the condition for the artifacts `a` in workspaces `w` that the actor may see. */
export const visibleArtifacts = (actor: Actor): Sql => sql`a.tenant_id = ${actor.tenant} and ${holdsRight(actor, 'VIEW')}`;

/**
 * Builds the condition for the artifacts `a` that a list shows.
 * @rule artifacts.list.visible
 */
export const listedArtifacts = async (tx: Tx, actor: Actor, scope: ListScope): Promise<Sql> =>
  (await visibleScope(tx, actor, scope)).of(sql`a`);

/**
 * Finds an artifact that the actor may read.
 * @rule artifacts.get.right
 */
export async function findArtifact(tx: Tx, actor: Actor, id: string): Promise<ArtifactRow> {
  const row = await tx.one<ArtifactRow>(sql`
    select ${artifactColumns}
    from artifact a
    join workspace w on w.id = a.workspace_id
    ${workspaceJoins}
    where a.id = ${id}
      and ${visibleArtifacts(actor)}`);
  return found(row, 'Artifact', id);
}

/** Finds a version of an artifact that the actor may read. */
export async function findVersion(tx: Tx, actor: Actor, artifact: string, version: string): Promise<ArtifactVersionRow> {
  const row = await tx.one<Omit<ArtifactVersionRow, 'id'> & { id: string | null }>(sql`
    select ${artifactVersionColumns}
    from artifact a
    join workspace w on w.id = a.workspace_id
    ${workspaceJoins}
    left join artifact_version v on v.artifact_id = a.id and v.version = ${version}
    where a.id = ${artifact}
      and ${visibleArtifacts(actor)}`);
  if (!row) throw notFound('Artifact', artifact);
  if (row.id === null) throw lacksVersion(artifact, version);
  return { ...row, id: row.id };
}

type LockedArtifact = { id: string; versions: { id: string; blob_hash: string }[] };

/**
 * Locks an artifact for a deletion, and all its versions or the named version, so that no task can begin to use them meanwhile.
 * @rule artifacts.delete.right
 */
export async function lockArtifact(tx: Tx, actor: Actor, id: string, version?: string): Promise<LockedArtifact> {
  const row = await tx.one<{ id: string; held: boolean }>(sql`
    select a.id, ${holdsRight(actor, 'PUBLISH')} as held
    from artifact a
    join workspace w on w.id = a.workspace_id
    where a.id = ${id}
      and ${visibleArtifacts(actor)}
    for update of a`);
  foundWithRight(row, 'Artifact', id, 'PUBLISH');
  const versions = await tx.rows<{ id: string; blob_hash: string }>(sql`
    select id, blob_hash
    from artifact_version
    where artifact_id = ${id}
      and (${version ?? null}::text is null or version = ${version ?? null})
    order by id
    for update`);
  if (version !== undefined && versions.length === 0) throw lacksVersion(id, version);
  return { id, versions };
}

/**
 * Builds the refusal of a version that the artifact does not have.
 * @rule artifacts.get.version
 */
export const lacksVersion = (artifact: string, version: string): Problem =>
  new Problem(404, 'artifact_version_unknown', `Version '${version}' of artifact '${artifact}' was not found.`);
