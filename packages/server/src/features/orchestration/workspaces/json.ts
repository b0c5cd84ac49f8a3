/** How a workspace is shown. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { environmentObject, toEnvironmentJson, type EnvironmentRow } from '../environments/index.ts';

/** A workspace as statements about what lies in it bring it along. */
export type WorkspaceObject = {
  id: string;
  name: string;
  description: string | null;
  owner: string;
  type: 'shared' | 'personal' | 'custom';
  protected_artifact_update: boolean;
  environment: EnvironmentRow;
};

/** A workspace with its environment as one JSON value; the statement names the tables `w`, `e` and, for the owner, `o`. */
export const workspaceObject: Sql = sql`json_build_object(
  'id', w.id, 'name', w.name, 'description', w.description, 'owner', o.login, 'type', w.type,
  'protected_artifact_update', w.protected_artifact_update, 'environment', ${environmentObject})`;

/** The joins that `workspaceObject` needs beside `w`. */
export const workspaceJoins: Sql = sql`
  join environment e on e.id = w.environment_id
  join account o on o.id = w.owner_id`;

/** → WorkspaceInfo. */
export const toWorkspaceInfo = (workspace: WorkspaceObject): Schema<'WorkspaceInfo'> => ({
  id: workspace.id,
  name: workspace.name,
  ...(workspace.description !== null && { description: workspace.description }),
  owner: workspace.owner,
  type: workspace.type,
  environment: toEnvironmentJson(workspace.environment),
  protectedArtifactUpdate: workspace.protected_artifact_update,
});

/** A workspace as its creation answers it. */
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

/** → Workspace. */
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
