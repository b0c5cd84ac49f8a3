/** The JSON of personal access tokens; it has no secret, which only the answer of the creation contains. */
import type { Schema } from '@millrace/contract';

/** The row of a token, without its hash. */
export type TokenRow = { id: string; name: string; created_at: Date; expires_at: Date | null; last_used_at: Date | null };

/** Converts a row to PersonalAccessToken. */
export const toTokenJson = (row: TokenRow): Schema<'PersonalAccessToken'> => ({
  id: row.id,
  name: row.name,
  createdDate: row.created_at.toISOString(),
  ...(row.expires_at && { expiryDate: row.expires_at.toISOString() }),
  ...(row.last_used_at && { lastUsedDate: row.last_used_at.toISOString() }),
});
