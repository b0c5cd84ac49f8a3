/** Where lists look: the workspaces that a caller sees, asked once for a list and not for each of its rows. */
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight, viewedBy } from './rights.ts';

/** What narrows a list to a part of the tenant. */
export type ListScope = { environmentId?: string | undefined; workspaceId?: string | undefined };

/** What the actor sees, of the whole tenant or of a place. The conditions stand by themselves: each asks for the tenant and the right. */
export type VisibleScope = {
  /** Whether no row needs to be asked for its workspace. */
  everything: boolean;
  /** Which rows of a table, with the columns tenant_id and workspace_id, are seen. */
  of(table: Sql): Sql;
  /** The ids of the workspaces that are seen, as a query. */
  workspaces: Sql;
};

/**
 * Looks whether the actor sees every workspace of the tenant. For who does, the statement of the list asks that once more, as one question that comes
 * before its rows; the others look into the workspaces that they see. To be called in the transaction of the list, which has one state of the database.
 */
export async function visibleScope(tx: Tx, actor: Actor, { environmentId, workspaceId }: ListScope = {}): Promise<VisibleScope> {
  const inTenant = sql`w.tenant_id = ${actor.tenant}`;
  const inEnvironment = environmentId === undefined ? sql`` : sql`and w.environment_id = ${environmentId}`;
  const itself = workspaceId === undefined ? sql`` : sql`and w.id = ${workspaceId}`;
  const workspaces = sql`
    select w.id
    from workspace w
    where ${inTenant}
      ${inEnvironment}
      ${itself}
      and w.id in (${viewedBy(actor)})`;
  const seesAll = sql`not exists (
    select from workspace w
    where ${inTenant}
      and not ${holdsRight(actor, 'VIEW')})`;
  const everything =
    environmentId === undefined && workspaceId === undefined && (await tx.only<{ all: boolean }>(sql`select ${seesAll} as all`)).all;
  return {
    everything,
    of: (table) => (everything ? sql`${table}.tenant_id = ${actor.tenant} and ${seesAll}` : sql`${table}.workspace_id in (${workspaces})`),
    workspaces,
  };
}
