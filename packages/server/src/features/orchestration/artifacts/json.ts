/** Converts artifacts and their versions to JSON. */
import type { Schema } from '@millrace/contract';
import { hasSecretContext, isSecretParameter } from '@millrace/contract/parameters';
import { presentFields } from '../../../core/http/absent-fields.ts';
import { toWorkspaceInfo } from '../workspaces/index.ts';
import type { ArtifactRow } from './rows.ts';
import type { ArtifactVersionRow } from './version-rows.ts';

/** Converts a row to an Artifact. */
export const toArtifactJson = (row: ArtifactRow): Schema<'Artifact'> => ({
  id: row.id,
  name: row.name,
  type: row.type,
  versions: row.versions,
  workspace: toWorkspaceInfo(row.workspace),
});

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
  ...presentFields({ description: row.description, repository: row.repository, contextName: row.context_name }),
  createDate: row.created_at.toISOString(),
  ...(row.contexts.length > 0 && { contexts: row.contexts }),
});
