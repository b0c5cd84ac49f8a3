/** The only ways to a connection. */
import type { Right } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { notFound } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight, visibleScope, type ListScope } from '../../security/workspace-permissions/index.ts';
import { lacksRight, workspaceJoins, workspaceObject } from '../workspaces/index.ts';
import { connectionColumns, type ConnectionRow } from './json.ts';

/** What a change needs to know of a connection. */
export type LockedConnection = { id: string; workspace_id: string; environment_id: string };

/**
 * Which connections `c` in workspaces `w` the actor may see.
 * @rule connections.list.visible
 */
export const visibleConnections = (actor: Actor): Sql => sql`c.tenant_id = ${actor.tenant} and ${holdsRight(actor, 'VIEW')}`;

/**
 * Which connections `c` a list shows.
 * @rule connections.list.visible
 */
export const listedConnections = async (tx: Tx, actor: Actor, scope: ListScope): Promise<Sql> =>
  (await visibleScope(tx, actor, scope)).of(sql`c`);

/** Finds a connection on whose workspace the actor holds a right. */
export async function findConnection(tx: Tx, actor: Actor, id: string, right: Right): Promise<ConnectionRow> {
  const row = await tx.one<ConnectionRow & { held: boolean }>(sql`
    select ${connectionColumns}, ${workspaceObject} as workspace, ${holdsRight(actor, right)} as held
    from connection c
    join workspace w on w.id = c.workspace_id
    ${workspaceJoins}
    where c.id = ${id}
      and ${visibleConnections(actor)}`);
  if (!row) throw notFound('Connection', id);
  if (!row.held) throw lacksRight(right);
  return row;
}

/**
 * Locks a connection for a change, so that no task begins to use it meanwhile.
 * @rule connections.create.right
 */
export async function lockConnection(tx: Tx, actor: Actor, id: string): Promise<LockedConnection> {
  const row = await tx.one<LockedConnection & { held: boolean }>(sql`
    select c.id, c.workspace_id, w.environment_id, ${holdsRight(actor, 'AUTHOR')} as held
    from connection c
    join workspace w on w.id = c.workspace_id
    where c.id = ${id}
      and ${visibleConnections(actor)}
    for update of c`);
  if (!row) throw notFound('Connection', id);
  if (!row.held) throw lacksRight('AUTHOR');
  return row;
}

/** Which of the connections a task of an environment may use; they are kept from being deleted or moved until the transaction ends. */
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
