/** The JSON of service accounts. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';

/** The row of a service account. */
export type ServiceAccountRow = {
  id: string;
  name: string;
  permissions: Schema<'ServiceAccountPermission'>[];
  created_at: Date;
  updated_at: Date;
  last_used_at: Date | null;
  last_used_api: string | null;
};

/** The columns of `ServiceAccountRow`, for statements with the aliases `a` of account and `s` of service_account. */
export const serviceAccountColumns: Sql = sql`
  a.id, a.first_name as name, s.permissions, a.created_at, a.updated_at, s.last_used_at, s.last_used_api`;

/** Converts a row to ServiceAccount. */
export const toServiceAccountJson = (row: ServiceAccountRow): Schema<'ServiceAccount'> => ({
  id: row.id,
  name: row.name,
  permissions: row.permissions.toSorted(),
  createdDate: row.created_at.toISOString(),
  lastModifiedDate: row.updated_at.toISOString(),
  ...(row.last_used_at && { lastUsedDate: row.last_used_at.toISOString() }),
  ...(row.last_used_api !== null && { lastUsedApi: row.last_used_api }),
});
