/** The workspaces that a caller may see, queried once per list and not per row. */
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight, viewedBy } from './rights.ts';

/** The filters of a list by environment and workspace. */
export type ListScope = { environmentId?: string | undefined; workspaceId?: string | undefined };

/** The workspaces that an actor may see, within the filters of a list. Each condition checks both the tenant and the right. */
type VisibleScope = {
  /** Whether the actor sees all workspaces of the tenant, so that rows need no check. */
  isWholeTenant: boolean;
  /** Builds the condition that the actor sees a row of a table with the columns tenant_id and workspace_id. */
  of(table: Sql): Sql;
  /** A query for the ids of the visible workspaces. */
  workspaces: Sql;
};

/**
 * Checks whether the actor sees all workspaces of the tenant. If so, the list checks only that, once and before it reads rows. Otherwise it reads the
 * rows of the visible workspaces. Must be called in the transaction of the list, so that both statements see the same snapshot of the database.
 */
export async function visibleScope(tx: Tx, actor: Actor, { environmentId, workspaceId }: ListScope = {}): Promise<VisibleScope> {
  const inTenant = sql`w.tenant_id = ${actor.tenant}`;
  const inEnvironment = environmentId === undefined ? sql`` : sql`and w.environment_id = ${environmentId}`;
  const isWorkspace = workspaceId === undefined ? sql`` : sql`and w.id = ${workspaceId}`;
  const workspaces = sql`
    select w.id
    from workspace w
    where ${inTenant}
      ${inEnvironment}
      ${isWorkspace}
      and w.id in (${viewedBy(actor)})`;
  const seesAll = sql`not exists (
    select from workspace w
    where ${inTenant}
      and not ${holdsRight(actor, 'VIEW')})`;
  const isWholeTenant =
    environmentId === undefined && workspaceId === undefined && (await tx.only<{ all: boolean }>(sql`select ${seesAll} as all`)).all;
  return {
    isWholeTenant,
    of: (table) =>
      isWholeTenant ? sql`${table}.tenant_id = ${actor.tenant} and ${seesAll}` : sql`${table}.workspace_id in (${workspaces})`,
    workspaces,
  };
}
