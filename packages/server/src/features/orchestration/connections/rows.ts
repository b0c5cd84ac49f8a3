/** The statements about connections. Each one that finds or locks a connection for a caller checks the tenant and the right. */
import type { QueryOf, Right, Schema } from '@millrace/contract';
import { idsOfRows } from '../../../core/base/id.ts';
import { contains, json, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { domainEvent } from '../../../core/events/domain-events.ts';
import { type Page } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { inWorkspace } from '../../security/held/index.ts';
import { removeSharings } from '../../sharing/sharing/index.ts';
import { type CopyInWorkspace, toWorkspaceInfo, workspaceJoins, type WorkspaceObject, workspaceObject } from '../workspaces/index.ts';
import { isFailingConnection, noCheck } from './checks.ts';

/** The row of a connection. An answer of the API contains no encrypted value, so that the statement does not read any. */
type ConnectionRow = {
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
const connectionColumns: Sql = sql`
  c.id, c.name, c.app, c.created_at, c.updated_at,
  case when c.checked_at is not null
    then json_build_object('kind', c.check_kind, 'at', c.checked_at, 'success', c.check_succeeded, 'message', c.check_message) end as last_check,
  coalesce((select json_agg(json_build_object('name', p.name, 'value', p.plain_value, 'encrypted', p.encrypted,
                     'missing', p.encrypted and p.secret_value is null) order by p.position)
            from connection_parameter p
            where p.connection_id = c.id), '[]'::json) as parameters`;

/** @rule connections.list.visible */
const guard = inWorkspace({ noun: 'Connection', table: sql`connection`, alias: sql`c` });

/** Finds a connection, and requires that the actor holds the right on its workspace. */
export const findConnection = (tx: Tx, actor: Actor, id: string, right: Right): Promise<ConnectionRow> =>
  guard.findWith(tx, actor, id, right, { columns: sql`${connectionColumns}, ${workspaceObject} as workspace`, joins: workspaceJoins });

/** A connection that is locked for a change. */
type LockedConnection = { id: string; app: string; workspace_id: string; environment_id: string };

/**
 * Locks a connection for a change, so that no task can begin to use it meanwhile.
 * @rule connections.create.right
 */
export const lockConnection = (tx: Tx, actor: Actor, id: string): Promise<LockedConnection> =>
  guard.lock(tx, actor, id, 'AUTHOR', sql`c.app`);

/** Selects those of the connections that a task of an environment may use, and prevents their deletion and move until the transaction ends. */
export const holdUsableConnections = guard.hold;

/**
 * Selects a page of connections, ordered by name.
 * @rule connections.list.place
 */
export async function selectConnections(
  tx: Tx,
  actor: Actor,
  query: QueryOf<'GET /orchestration/connections'>,
): Promise<Page<ConnectionRow>> {
  const where: Sql[] = [];
  if (query.name !== undefined) where.push(contains(sql`c.name`, query.name));
  if (query.failing) where.push(isFailingConnection);
  return guard.page(tx, actor, query, {
    columns: sql`${connectionColumns}, ${workspaceObject} as workspace`,
    joins: workspaceJoins,
    where,
  });
}

/** Selects the names of the tasks that use a connection, at most 20, and counts the executions that have not read it yet. */
export const selectConnectionUses = (tx: Tx, id: string, environment: string): Promise<{ tasks: string[]; executions: number }> =>
  tx.only(sql`
    select array(
             select t.name
             from task t
             where jsonb_path_query_array(t.connections, '$.*') @> jsonb_build_array(${id}::text)
             order by t.name
             limit 20) as tasks,
           (select count(*)
            from live_execution l
            join task_execution x on x.id = l.execution_id
            where l.environment_id = ${environment}
              and l.engine_id is null
              and jsonb_path_query_array(x.connections, '$.*') @> jsonb_build_array(${id}::text)) as executions`);

/** Adds a connection without parameters. */
export const insertConnection = (
  tx: Tx,
  connection: { id: string; tenant: string; workspace: string; name: string; app: string },
): Promise<unknown> =>
  tx.rows(sql`
    insert into connection (id, tenant_id, workspace_id, name, app)
    values (${connection.id}, ${connection.tenant}, ${connection.workspace}, ${connection.name}, ${connection.app})`);

/** Sets the time of change of a connection, and its name unless it is null. */
export const updateConnection = (tx: Tx, id: string, name: string | null): Promise<unknown> =>
  tx.rows(sql`
    update connection
    set name = coalesce(${name}, name),
        updated_at = now()
    where id = ${id}`);

/** Puts a connection into another workspace. */
export const updateConnectionWorkspace = (tx: Tx, id: string, workspace: string): Promise<unknown> =>
  tx.rows(sql`
    update connection
    set workspace_id = ${workspace},
        updated_at = now()
    where id = ${id}`);

/** A connection is about to be deleted, with all that belongs to it. */
export const connectionDeleting = domainEvent<{ connection: string }>('connection-deleting');

/** Deletes a connection with its parameters. */
export const removeConnection = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from connection
    where id = ${id}`);

/** Deletes the sharings of the connections of workspaces. */
export async function removeSharingsInWorkspaces(tx: Tx, workspaces: readonly string[]): Promise<void> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id
    from connection
    where workspace_id = any (${[...workspaces]}::uuid[])`);
  await removeSharings(tx, 'connection', idsOfRows(rows));
}

/** The copy of a parameter: its connection, the connection that it is copied from, its name and its position. */
export type PromotedParameter = { connection: string; source: string; name: string; position: number };

/** Adds copies of connections, without their parameters. */
export const insertPromotedConnections = (tx: Tx, rows: readonly CopyInWorkspace[]): Promise<unknown> =>
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
