/** The JSON of artifacts and their versions. */
import type { Schema } from '@millrace/contract';
import { hasSecretContext, isSecretParameter } from '@millrace/contract/parameters';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { toWorkspaceInfo, workspaceObject, type WorkspaceObject } from '../workspaces/index.ts';

/** The row of an artifact, with its versions and its workspace. */
export type ArtifactRow = { id: string; name: string; type: Schema<'ArtifactType'>; versions: string[]; workspace: WorkspaceObject };

/**
 * The columns of `ArtifactRow`, for statements with the aliases `a` and `w` and with `workspaceJoins`.
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

/** Converts a row to an Artifact. */
export const toArtifactJson = (row: ArtifactRow): Schema<'Artifact'> => ({
  id: row.id,
  name: row.name,
  type: row.type,
  versions: row.versions,
  workspace: toWorkspaceInfo(row.workspace),
});

/** The row of a version, with columns of its artifact and workspace. */
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
  contexts: string[];
  context_name: string | null;
};

/** The columns of `ArtifactVersionRow`, for statements with the aliases `v`, `a` and `w` and with `workspaceJoins`. */
export const artifactVersionColumns: Sql = sql`
  v.id, v.version, a.name, a.type, v.description, v.publisher_login, v.publisher_type, v.marketplace_product, v.parameters, v.repository,
  v.created_at, v.contexts, v.context_name, ${workspaceObject} as workspace`;

/**
 * Leaves out a secret default, and the values of a parameter that has a secret in one of the contexts. The field `secret` says that there may be one.
 * @rule artifacts.get.secrets
 */
function withoutSecret(parameter: Schema<'ArtifactParameter'>): Schema<'ArtifactParameter'> {
  const { value = '', contextValues, ...rest } = parameter;
  const isSecret = value.trim() !== '' && isSecretParameter(parameter, parameter.name, value);
  return {
    ...rest,
    ...(isSecret ? { secret: true } : parameter.value !== undefined && { value }),
    ...(contextValues && !hasSecretContext(parameter, contextValues) && { contextValues }),
  };
}

/** Converts a row to an ArtifactVersion. */
export const toArtifactVersionJson = (row: ArtifactVersionRow): Schema<'ArtifactVersion'> => ({
  id: row.id,
  name: row.name,
  version: row.version,
  type: row.type,
  publisher: row.publisher_login,
  publisherType: row.publisher_type,
  marketplaceProduct: row.marketplace_product,
  parameters: row.parameters.map(withoutSecret),
  workspace: toWorkspaceInfo(row.workspace),
  ...(row.description !== null && { description: row.description }),
  createDate: row.created_at.toISOString(),
  ...(row.repository !== null && { repository: row.repository }),
  ...(row.contexts.length > 0 && { contexts: row.contexts }),
  ...(row.context_name !== null && { contextName: row.context_name }),
});

/** A version as a task refers to it. */
export type UsableVersion = {
  id: string;
  artifact_id: string;
  environment_id: string;
  parameters: Schema<'ArtifactParameter'>[];
  contexts: string[];
};
