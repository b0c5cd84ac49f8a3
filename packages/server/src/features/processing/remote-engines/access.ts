/** The only ways to an engine. */
import type { Tx } from '../../../core/database/db.ts';
import { notFound } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { environmentObject, managesTenant } from '../../orchestration/environments/index.ts';
import { workspaceObject } from '../../orchestration/workspaces/index.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';
import { engineColumns, type EngineRow } from './json.ts';

/**
 * Which rows of a table of engines, or of what belongs to them, the actor may see: all for those who manage; otherwise, where `owner` is a workspace,
 * those with a right on that one, and where it is null those with a right on any workspace of the environment.
 */
export function visibleRuntimes(actor: Actor, table: Sql, owner = sql`${table}.workspace_id`): Sql {
  const tenant = sql`${table}.tenant_id = ${actor.tenant}`;
  if (managesTenant(actor) || actor.permissions.has('SVC_RUN_PROFILE_MANAGEMENT')) return tenant;
  return sql`${tenant} and exists (
    select from workspace w
    where w.environment_id = ${table}.environment_id
      and w.id = coalesce(${owner}, w.id)
      and ${holdsRight(actor, 'VIEW')})`;
}

/**
 * Which engines `g` the actor may see.
 * @rule remote-engines.list.visible
 * @rule remote-engines.list.workspace
 */
export const visibleEngines = (actor: Actor): Sql => visibleRuntimes(actor, sql`g`);

/** Engines that meet a condition, by name. */
export const selectEngines = (tx: Tx, actor: Actor, condition: Sql): Promise<EngineRow[]> =>
  tx.rows(sql`
    select ${engineColumns}, ${environmentObject} as environment, case when w.id is not null then ${workspaceObject} end as workspace
    from engine g
    join environment e on e.id = g.environment_id
    left join workspace w on w.id = g.workspace_id
    left join account o on o.id = w.owner_id
    where ${visibleEngines(actor)}
      and ${condition}
    order by g.name, g.id`);

/** Finds an engine that the actor may see. */
export async function findEngine(tx: Tx, actor: Actor, id: string): Promise<EngineRow> {
  const [row] = await selectEngines(tx, actor, sql`g.id = ${id}`);
  if (!row) throw notFound('Remote engine', id);
  return row;
}

/** An engine that is about to be changed. */
export type LockedEngine = {
  id: string;
  name: string;
  environment_id: string;
  workspace_id: string | null;
  cluster_id: string | null;
  managed: boolean;
};

/** Locks an engine of the actor's tenant for a change. */
export async function lockEngine(tx: Tx, actor: Actor, id: string): Promise<LockedEngine> {
  const row = await tx.one<LockedEngine>(sql`
    select g.id, g.name, g.environment_id, g.workspace_id, g.cluster_id, g.managed
    from engine g
    where g.id = ${id}
      and g.tenant_id = ${actor.tenant}
    for update`);
  if (!row) throw notFound('Remote engine', id);
  return row;
}
