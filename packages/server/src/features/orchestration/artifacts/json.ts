/** How an artifact and its versions are shown. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { toWorkspaceInfo, workspaceObject, type WorkspaceObject } from '../workspaces/index.ts';

/** An artifact as the database has it, with its versions and its workspace. */
export type ArtifactRow = { id: string; name: string; type: Schema<'ArtifactType'>; versions: string[]; workspace: WorkspaceObject };

/**
 * The columns of `ArtifactRow`, for statements that call the tables `a` and `w` and take in `workspaceJoins`.
 * @rule artifacts.get.newest
 */
export const artifactColumns: Sql = sql`
  a.id, a.name, a.type, ${workspaceObject} as workspace,
  array(
    select v.version
    from artifact_version v
    where v.artifact_id = a.id
    order by v.created_at desc, v.id desc
  ) as versions`;

/** Row → Artifact. */
export const toArtifactJson = (row: ArtifactRow): Schema<'Artifact'> => ({
  id: row.id,
  name: row.name,
  type: row.type,
  versions: row.versions,
  workspace: toWorkspaceInfo(row.workspace),
});

/** A version as the database has it, with what its artifact and workspace add. */
export type ArtifactVersionRow = {
  id: string;
  version: string;
  name: string;
  type: Schema<'ArtifactType'>;
  description: string | null;
  publisher_login: string;
  publisher_type: Schema<'UserType'>;
  marketplace_product: string;
  parameters: Schema<'ArtifactParameter'>[];
  repository: Schema<'SourcesRepositoryData'> | null;
  created_at: Date;
  workspace: WorkspaceObject;
};

/** The columns of `ArtifactVersionRow`, for statements that call the tables `v`, `a` and `w` and take in `workspaceJoins`. */
export const artifactVersionColumns: Sql = sql`
  v.id, v.version, a.name, a.type, v.description, v.publisher_login, v.publisher_type, v.marketplace_product, v.parameters, v.repository,
  v.created_at, ${workspaceObject} as workspace`;

/** Row → ArtifactVersion. */
export const toArtifactVersionJson = (row: ArtifactVersionRow): Schema<'ArtifactVersion'> => ({
  id: row.id,
  name: row.name,
  version: row.version,
  type: row.type,
  publisher: row.publisher_login,
  publisherType: row.publisher_type,
  marketplaceProduct: row.marketplace_product,
  parameters: row.parameters,
  workspace: toWorkspaceInfo(row.workspace),
  ...(row.description !== null && { description: row.description }),
  createDate: row.created_at.toISOString(),
  ...(row.repository !== null && { repository: row.repository }),
});

/** A version as a task refers to it. */
export type UsableVersion = { id: string; artifact_id: string; environment_id: string; parameters: Schema<'ArtifactParameter'>[] };
