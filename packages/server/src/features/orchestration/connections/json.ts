import type { Schema } from '@millrace/contract';
import { toWorkspaceInfo } from '../workspaces/index.ts';
import type { ConnectionRow } from './rows.ts';

/**
 * Converts a row to ConnectionDetails.
 * @rule connections.create.encrypted
 */
export const toConnectionJson = (row: ConnectionRow): Schema<'ConnectionDetails'> => ({
  id: row.id,
  name: row.name,
  app: row.app,
  parameters: row.parameters.map(({ name, value, encrypted, missing }) => ({
    name,
    ...(value !== null && { value }),
    encrypted,
    ...(missing && { valueMissing: true as const }),
  })),
  workspace: toWorkspaceInfo(row.workspace),
  createDate: row.created_at.toISOString(),
  ...(row.updated_at !== null && { updateDate: row.updated_at.toISOString() }),
  ...(row.last_check !== null && { lastCheck: { ...row.last_check, at: new Date(row.last_check.at).toISOString() } }),
});
