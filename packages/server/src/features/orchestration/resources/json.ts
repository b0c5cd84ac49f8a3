/** The JSON of resources. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { toWorkspaceInfo, workspaceObject, type WorkspaceObject } from '../workspaces/index.ts';

/** The row of a resource, with its workspace. */
export type ResourceRow = { id: string; name: string; description: string | null; file: boolean; workspace: WorkspaceObject };

/** The columns of `ResourceRow`, for statements with the aliases `r` and `w` and with `workspaceJoins`. */
export const resourceColumns: Sql = sql`r.id, r.name, r.description, r.file, ${workspaceObject} as workspace`;

/** Converts a row to Resource. */
export const toResourceJson = (row: ResourceRow): Schema<'Resource'> => ({
  id: row.id,
  name: row.name,
  ...(row.description !== null && { description: row.description }),
  workspaceInfo: toWorkspaceInfo(row.workspace),
  file: row.file,
});
