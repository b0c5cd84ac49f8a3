/** The JSON of unused permissions. */
import type { Schema } from '@millrace/contract';

/** The row of a permission that an account has not used. */
export type UnusedRow = {
  id: string;
  user_type: 'HUMAN' | 'SERVICE';
  name: string;
  permission: string;
  roles: string[];
  last_used_at: Date | null;
};

/** Converts a row to UnusedPermission. */
export const toUnusedJson = (row: UnusedRow): Schema<'UnusedPermission'> => ({
  accountId: row.id,
  userType: row.user_type,
  name: row.name,
  permission: row.permission,
  roles: row.roles,
  ...(row.last_used_at && { lastUsedDate: row.last_used_at.toISOString() }),
});
