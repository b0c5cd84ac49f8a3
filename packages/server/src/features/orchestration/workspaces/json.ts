import type { Schema } from '@millrace/contract';
import { toEnvironmentJson } from '../environments/index.ts';
import type { WorkspaceObject, WorkspaceRow } from './rows.ts';

/** Converts a row to WorkspaceInfo. */
export const toWorkspaceInfo = (workspace: WorkspaceObject): Schema<'WorkspaceInfo'> => ({
  id: workspace.id,
  name: workspace.name,
  ...(workspace.description !== null && { description: workspace.description }),
  owner: workspace.owner,
  type: workspace.type,
  environment: toEnvironmentJson(workspace.environment),
  protectedArtifactUpdate: workspace.protected_artifact_update,
});

/** Converts a row to Workspace. */
export const toWorkspaceJson = (row: WorkspaceRow): Schema<'Workspace'> => ({
  id: row.id,
  name: row.name,
  ...(row.description !== null && { description: row.description }),
  createDate: row.created_at.toISOString(),
  updateDate: row.updated_at.toISOString(),
  owner: row.owner,
  ownerFullName: row.owner_full_name,
  type: 'Custom',
  environmentId: row.environment_id,
});
