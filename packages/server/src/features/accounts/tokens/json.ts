import type { Schema } from '@millrace/contract';
import type { TokenRow } from './rows.ts';

/** Converts a row to PersonalAccessToken. It has no secret, which only the answer of the creation contains. */
export const toTokenJson = (row: TokenRow): Schema<'PersonalAccessToken'> => ({
  id: row.id,
  name: row.name,
  createdDate: row.created_at.toISOString(),
  ...(row.expires_at && { expiryDate: row.expires_at.toISOString() }),
  ...(row.last_used_at && { lastUsedDate: row.last_used_at.toISOString() }),
});
