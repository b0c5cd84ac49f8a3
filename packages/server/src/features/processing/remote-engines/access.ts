/** Finds and locks engines. Each statement checks the tenant. */
import type { Tx } from '../../../core/database/db.ts';
import { found } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { managesTenant } from '../../orchestration/environments/index.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';
import { engineColumns, environmentWorkspaceColumns, runtimeJoins, type EngineRow } from './json.ts';

/** The permissions for reading engines, clusters and run profiles; one of them is enough. */
export const READS_RUNTIMES = {
  anyOf: ['SVC_CLUSTER_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT', 'SVC_OPERATOR', 'SVC_ENGINE_USE'],
} as const;

/**
 * Builds the condition that the actor may see a row of a table of engines, clusters or run profiles. Managers see all rows of their tenant. Other
 * actors need VIEW on the workspace `owner`, or on any workspace of the environment if `owner` is null.
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
 * Builds the condition that the actor may see the engine `g`. Agents of dynamic engines are in no list.
 * @rule remote-engines.list.visible
 * @rule remote-engines.list.workspace
 * @rule dynamic-engines.agent.hidden
 */
export const visibleEngines = (actor: Actor): Sql => sql`${visibleRuntimes(actor, sql`g`)} and not g.is_agent`;

/** Selects the visible engines that meet a condition, ordered by name. */
export const selectRemoteEngines = (tx: Tx, actor: Actor, condition: Sql): Promise<EngineRow[]> =>
  tx.rows(sql`
    select ${engineColumns}, ${environmentWorkspaceColumns}
    from engine g
    ${runtimeJoins(sql`g`)}
    where ${visibleEngines(actor)}
      and ${condition}
    order by g.name, g.id`);

/** Finds an engine that the actor may see. */
export async function findRemoteEngine(tx: Tx, actor: Actor, id: string): Promise<EngineRow> {
  const [row] = await selectRemoteEngines(tx, actor, sql`g.id = ${id}`);
  return found(row, 'Remote engine', id);
}

/** A locked engine. */
export type LockedEngine = {
  id: string;
  name: string;
  environment_id: string;
  workspace_id: string | null;
  cluster_id: string | null;
  managed: boolean;
};

/** Locks an engine of the actor's tenant for a change. */
export async function lockRemoteEngine(tx: Tx, actor: Actor, id: string): Promise<LockedEngine> {
  const row = await tx.one<LockedEngine>(sql`
    select g.id, g.name, g.environment_id, g.workspace_id, g.cluster_id, g.managed
    from engine g
    where g.id = ${id}
      and g.tenant_id = ${actor.tenant}
      and not g.is_agent
    for update`);
  return found(row, 'Remote engine', id);
}
