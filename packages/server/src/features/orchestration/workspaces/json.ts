/** The JSON of workspaces. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { environmentObject, toEnvironmentJson, type EnvironmentRow } from '../environments/index.ts';

/** The JSON value of a workspace that statements about its content select. */
export type WorkspaceObject = {
  id: string;
  name: string;
  description: string | null;
  owner: string;
  type: 'shared' | 'personal' | 'custom';
  protected_artifact_update: boolean;
  environment: EnvironmentRow;
};

/** A workspace with its environment as one JSON value, for statements with the aliases `w`, `e` and, for the owner, `o`. */
export const workspaceObject: Sql = sql`json_build_object(
  'id', w.id, 'name', w.name, 'description', w.description, 'owner', o.login, 'type', w.type,
  'protected_artifact_update', w.protected_artifact_update, 'environment', ${environmentObject})`;

/** The joins that `workspaceObject` needs in addition to `w`. */
export const workspaceJoins: Sql = sql`
  join environment e on e.id = w.environment_id
  join account o on o.id = w.owner_id`;

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

/** The row of a new workspace. */
export type WorkspaceRow = {
  id: string;
  name: string;
  description: string | null;
  created_at: Date;
  updated_at: Date;
  owner: string;
  owner_full_name: string;
  environment_id: string;
};

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
