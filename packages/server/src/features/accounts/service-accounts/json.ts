/** The JSON of service accounts and their secrets. */
import { asWritten, type Schema } from '@millrace/contract';
import type { SecretRow, ServiceAccountRow } from './rows.ts';

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

/** Converts a row to ServiceAccountSecret. */
export const toSecretJson = (row: SecretRow): Schema<'ServiceAccountSecret'> => ({
  id: row.id,
  hint: row.hint,
  createdDate: row.created_at.toISOString(),
});
