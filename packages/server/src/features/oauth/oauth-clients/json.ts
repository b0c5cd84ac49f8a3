/** The JSON of connection configs. */
import type { Schema } from '@millrace/contract';

/** The row of a connection config, with the time at which the owner deleted the client. */
export type ConfigRow = { consent_method: Schema<'ConnectionConfig'>['consentMethod']; deleted_at: Date | null };

/** Converts a row to ConnectionConfig. */
export const toConnectionConfigJson = (row: ConfigRow): Schema<'ConnectionConfig'> => ({
  consentMethod: row.consent_method,
  status: row.deleted_at === null ? 'approved' : 'revoked',
  deletedByOwner: row.deleted_at !== null,
});
