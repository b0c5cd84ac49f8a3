/** How a resource is shown. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { toWorkspaceInfo, workspaceObject, type WorkspaceObject } from '../workspaces/index.ts';

/** A resource as the database has it, with its workspace. */
export type ResourceRow = { id: string; name: string; description: string | null; file: boolean; workspace: WorkspaceObject };

/** The columns of `ResourceRow`, for statements that call the tables `r` and `w` and take in `workspaceJoins`. */
export const resourceColumns: Sql = sql`r.id, r.name, r.description, r.file, ${workspaceObject} as workspace`;

/** Row → Resource. */
export const toResourceJson = (row: ResourceRow): Schema<'Resource'> => ({
  id: row.id,
  name: row.name,
  ...(row.description !== null && { description: row.description }),
  workspaceInfo: toWorkspaceInfo(row.workspace),
  file: row.file,
});
