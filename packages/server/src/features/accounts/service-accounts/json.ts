/** The JSON of service accounts. */
import { asWritten, type Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';

/** The row of a service account. */
export type ServiceAccountRow = {
  id: string;
  name: string;
  permissions: Schema<'ServiceAccountPermission'>[];
  /** The permissions that were written in the words of the published product. */
  vendor_words: string[];
  created_at: Date;
  updated_at: Date;
  last_used_at: Date | null;
  last_used_api: string | null;
};

/** The columns of `ServiceAccountRow`, for statements with the aliases `a` of account and `s` of service_account. */
export const serviceAccountColumns: Sql = sql`
  a.id, a.first_name as name, s.permissions, s.vendor_words, a.created_at, a.updated_at, s.last_used_at, s.last_used_api`;

/** Converts a row to ServiceAccount. */
export const toServiceAccountJson = (row: ServiceAccountRow): Schema<'ServiceAccount'> => ({
  id: row.id,
  name: row.name,
  permissions: asWritten(row.permissions.toSorted(), row.vendor_words),
  createdDate: row.created_at.toISOString(),
  lastModifiedDate: row.updated_at.toISOString(),
  ...(row.last_used_at && { lastUsedDate: row.last_used_at.toISOString() }),
  ...(row.last_used_api !== null && { lastUsedApi: row.last_used_api }),
});
