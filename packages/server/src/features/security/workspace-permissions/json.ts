/** Converts rights on workspaces to JSON. */
import { RIGHTS, type Right, type Schema } from '@millrace/contract';

/** The row of the rights of an account on a workspace. */
export type PermissionRow = { workspace_id: string; account_id: string; rights: Right[] };

/** Converts a row to Permission. */
export const toPermissionJson = (row: PermissionRow): Schema<'Permission'> => ({
  workspaceId: row.workspace_id,
  userId: row.account_id,
  permissions: RIGHTS.filter((right) => row.rights.includes(right)),
});
