/** Reads and locks connections; each statement checks the tenant and the right of the caller. */
import type { Right } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight, visibleScope, type ListScope } from '../../security/workspace-permissions/index.ts';
import { foundWithRight, workspaceJoins, workspaceObject } from '../workspaces/index.ts';
import { connectionColumns, type ConnectionRow } from './json.ts';

/** A connection that is locked for a change. */
export type LockedConnection = { id: string; app: string; workspace_id: string; environment_id: string };

/**
 * Builds the condition for the connections `c` in workspaces `w` that the actor may see.
 * @rule connections.list.visible
 */
export const visibleConnections = (actor: Actor): Sql => sql`c.tenant_id = ${actor.tenant} and ${holdsRight(actor, 'VIEW')}`;

/**
 * Builds the condition for the connections `c` that a list shows.
 * @rule connections.list.visible
 */
export const listedConnections = async (tx: Tx, actor: Actor, scope: ListScope): Promise<Sql> =>
  (await visibleScope(tx, actor, scope)).of(sql`c`);

/** Finds a connection, and requires that the actor holds the right on its workspace. */
export async function findConnection(tx: Tx, actor: Actor, id: string, right: Right): Promise<ConnectionRow> {
  const row = await tx.one<ConnectionRow & { held: boolean }>(sql`
    select ${connectionColumns}, ${workspaceObject} as workspace, ${holdsRight(actor, right)} as held
    from connection c
    join workspace w on w.id = c.workspace_id
    ${workspaceJoins}
    where c.id = ${id}
      and ${visibleConnections(actor)}`);
  return foundWithRight(row, 'Connection', id, right);
}

/**
 * Locks a connection for a change, so that no task can begin to use it meanwhile.
 * @rule connections.create.right
 */
export async function lockConnection(tx: Tx, actor: Actor, id: string): Promise<LockedConnection> {
  const row = await tx.one<LockedConnection & { held: boolean }>(sql`
    select c.id, c.app, c.workspace_id, w.environment_id, ${holdsRight(actor, 'AUTHOR')} as held
    from connection c
    join workspace w on w.id = c.workspace_id
    where c.id = ${id}
      and ${visibleConnections(actor)}
    for update of c`);
  return foundWithRight(row, 'Connection', id, 'AUTHOR');
}

/** Selects those of the connections that a task of an environment may use, and prevents their deletion and move until the transaction ends. */
export const holdUsable = (tx: Tx, actor: Actor, ids: readonly string[], environment: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    select c.id
    from connection c
    join workspace w on w.id = c.workspace_id
    where c.id = any (${[...ids]}::uuid[])
      and w.environment_id = ${environment}
      and ${visibleConnections(actor)}
    order by w.id, c.id
    for key share of w
    for share of c`);
