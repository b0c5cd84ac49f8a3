/** How a personal access token is shown; its secret never is, save once when it is made. */
import type { Schema } from '@millrace/contract';

/** A token as a row, without its hash. */
export type TokenRow = { id: string; name: string; created_at: Date; expires_at: Date | null; last_used_at: Date | null };

/** Converts a row to PersonalAccessToken. */
export const toTokenJson = (row: TokenRow): Schema<'PersonalAccessToken'> => ({
  id: row.id,
  name: row.name,
  createdDate: row.created_at.toISOString(),
  ...(row.expires_at && { expiryDate: row.expires_at.toISOString() }),
  ...(row.last_used_at && { lastUsedDate: row.last_used_at.toISOString() }),
});
