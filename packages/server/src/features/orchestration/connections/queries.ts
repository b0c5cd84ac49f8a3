/** The SQL statements about connections. */
import type { QueryOf } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { pageOf, selectPage, type Page } from '../../../core/http/paging.ts';
import { and, contains, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { removeSharings } from '../../sharing/sharing/index.ts';
import { workspaceJoins, workspaceObject } from '../workspaces/index.ts';
import { listedConnections } from './access.ts';
import { failing } from './checks.ts';
import { connectionColumns, type ConnectionRow } from './json.ts';

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
  await removeSharings(
    tx,
    'connection',
    rows.map(({ id }) => id),
  );
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

/**
 * Selects a page of connections, ordered by name.
 * @rule connections.list.place
 */
export async function selectConnections(
  tx: Tx,
  actor: Actor,
  query: QueryOf<'GET /orchestration/connections'>,
): Promise<Page<ConnectionRow>> {
  const conditions: Sql[] = [await listedConnections(tx, actor, query)];
  if (query.name !== undefined) conditions.push(contains(sql`c.name`, query.name));
  if (query.failing) conditions.push(failing);
  return selectPage<ConnectionRow>(tx, {
    id: sql`c.id`,
    from: sql`connection c`,
    where: and(conditions),
    order: [sql`c.name, c.id`, sql`c.name desc, c.id desc`],
    columns: sql`${connectionColumns}, ${workspaceObject} as workspace`,
    of: sql`
      join connection c on c.id = found.id
      join workspace w on w.id = c.workspace_id
      ${workspaceJoins}`,
    ...pageOf(query),
  });
}
