/** The SQL statements with which a promotion writes connections. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import { noCheck } from './checks.ts';

/** The copy of a connection: its id, the id of its source, and its workspace. */
export type PromotedConnection = { id: string; source: string; workspace: string };

/** The copy of a parameter: its connection, the connection that it is copied from, its name and its position. */
export type PromotedParameter = { connection: string; source: string; name: string; position: number };

/** Adds copies of connections, without their parameters. */
export const insertPromotedConnections = (tx: Tx, rows: readonly PromotedConnection[]): Promise<unknown> =>
  tx.rows(sql`
    insert into connection (id, tenant_id, workspace_id, name, app)
    select r.id, c.tenant_id, r.workspace, c.name, c.app
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, workspace uuid)
    join connection c on c.id = r.source`);

/**
 * Adds copies of parameters.
 * A secret is copied without its value: the statement does not read it. A parameter with a value may send the secrets of its new connection to another
 * place, so these lose their values.
 */
export const insertPromotedParameters = (tx: Tx, rows: readonly PromotedParameter[]): Promise<unknown> =>
  tx.rows(sql`
    with r as (
      select r.connection, r.source, r.name, r.position
      from json_to_recordset(${json(rows)}::json) as r (connection uuid, source uuid, name text, position integer)
    ), changed as (
      update connection c
      set updated_at = now(),
          ${noCheck}
      where c.id in (select r.connection from r)
        and c.created_at <> now()
    ), dropped as (
      update connection_parameter s
      set secret_value = null
      where s.secret_value is not null
        and s.connection_id in (
          select r.connection
          from r
          join connection_parameter p on p.connection_id = r.source and p.name = r.name
          where not p.encrypted)
    )
    insert into connection_parameter (connection_id, name, position, encrypted, plain_value, secret_value)
    select r.connection, p.name, r.position, p.encrypted, p.plain_value, null
    from r
    join connection_parameter p on p.connection_id = r.source and p.name = r.name`);
