/** The JSON of connections. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { toWorkspaceInfo, type WorkspaceObject } from '../workspaces/index.ts';

/** The row of a connection. An answer of the API contains no encrypted value, so that the statement does not read any. */
export type ConnectionRow = {
  id: string;
  name: string;
  app: string;
  created_at: Date;
  updated_at: Date | null;
  last_check: { kind: Schema<'ConnectionCheck'>['kind']; at: string; success: boolean; message: string } | null;
  workspace: WorkspaceObject;
  parameters: { name: string; value: string | null; encrypted: boolean; missing: boolean }[];
};

/** The columns of `ConnectionRow` except the workspace, for statements with the alias `c`. */
export const connectionColumns: Sql = sql`
  c.id, c.name, c.app, c.created_at, c.updated_at,
  case when c.checked_at is not null
    then json_build_object('kind', c.check_kind, 'at', c.checked_at, 'success', c.check_succeeded, 'message', c.check_message) end as last_check,
  coalesce((select json_agg(json_build_object('name', p.name, 'value', p.plain_value, 'encrypted', p.encrypted,
                     'missing', p.encrypted and p.secret_value is null) order by p.position)
            from connection_parameter p
            where p.connection_id = c.id), '[]'::json) as parameters`;

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
