/** Finds and locks run profiles, and the engines and clusters to which they belong. Each statement checks the tenant. */
import type { Tx } from '../../../core/database/db.ts';
import { found } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleRuntimes } from '../remote-engines/index.ts';
import { runProfileColumns, runProfileJoins, type RunProfileRow } from './json.ts';

/** The engine or cluster to which a run profile belongs; 'any' for all run profiles of the tenant. */
export type ProfileOwnerId = { engine: string } | { cluster: string } | 'any';

/** The engine or cluster of a run profile. Without both, the run profile is for the dynamic engines of the environment. */
export type Runtime = { environment: string; engine: string | null; cluster: string | null; runtime_id: string | null };

function isOwnedBy(owner: ProfileOwnerId): Sql {
  if (owner === 'any') return sql`true`;
  return 'engine' in owner ? sql`p.engine_id = ${owner.engine}` : sql`p.cluster_id = ${owner.cluster}`;
}

/**
 * Builds the condition that the actor may see the run profile `p`: the actor must see its engine, cluster or environment.
 * @rule run-profiles.list.visible
 * @rule run-profiles.list.workspace
 */
export const visibleProfiles = (actor: Actor): Sql =>
  visibleRuntimes(
    actor,
    sql`p`,
    sql`coalesce((select g.workspace_id from engine g where g.id = p.engine_id), (select k.workspace_id from engine_cluster k where k.id = p.cluster_id))`,
  );

/** Selects the visible run profiles of an owner that meet a condition, ordered by name. */
export const selectProfiles = (tx: Tx, actor: Actor, owner: ProfileOwnerId, condition: Sql): Promise<RunProfileRow[]> =>
  tx.rows(sql`
    select ${runProfileColumns}
    from run_profile p
    ${runProfileJoins}
    where ${visibleProfiles(actor)}
      and ${isOwnedBy(owner)}
      and ${condition}
    order by p.name, p.id`);

/** Finds a run profile that the actor may see. */
export async function findProfile(tx: Tx, actor: Actor, owner: ProfileOwnerId, id: string): Promise<RunProfileRow> {
  const [row] = await selectProfiles(tx, actor, owner, sql`p.id = ${id}`);
  return found(row, 'Run profile', id);
}

/** A locked run profile. */
export type LockedProfile = Pick<RunProfileRow, 'id' | 'environment_id' | 'engine_id' | 'cluster_id' | 'pod'>;

/** Locks a run profile of the actor's tenant for a change, together with its successor if there is one. */
export async function lockProfile(
  tx: Tx,
  actor: Actor,
  owner: ProfileOwnerId,
  id: string,
  successor?: string,
): Promise<{ profile: LockedProfile; successor: LockedProfile | undefined }> {
  // Ordered by id, because two run profiles that replace each other at the same time would otherwise cause a deadlock.
  const rows = await tx.rows<LockedProfile>(sql`
    select p.id, p.environment_id, p.engine_id, p.cluster_id, p.pod
    from run_profile p
    where p.id = any (${[id, ...(successor === undefined ? [] : [successor])]})
      and p.tenant_id = ${actor.tenant}
      and ${isOwnedBy(owner)}
    order by p.id
    for update`);
  const profile = rows.find((row) => row.id === id.toLowerCase());
  return { profile: found(profile, 'Run profile', id), successor: rows.find((row) => row.id === successor?.toLowerCase()) };
}

/** Holds an engine or cluster of the actor's tenant, to add a run profile to it. With 'either id', its runtime id is accepted too. */
export async function holdRuntime(
  tx: Tx,
  actor: Actor,
  owner: Exclude<ProfileOwnerId, 'any'>,
  by: 'id' | 'either id' = 'id',
): Promise<Runtime> {
  const [noun, table, id] =
    'engine' in owner
      ? (['Remote engine', sql`engine`, owner.engine] as const)
      : (['Engine cluster', sql`engine_cluster`, owner.cluster] as const);
  const noAgent = 'engine' in owner ? sql`and not g.is_agent` : sql``;
  const row = await tx.one<{ id: string; environment_id: string; runtime_id: string }>(sql`
    select g.id, g.environment_id, g.runtime_id
    from ${table} g
    where g.tenant_id = ${actor.tenant}
      and ${id.toLowerCase()} in (g.id::text, ${by === 'id' ? sql`g.id` : sql`g.runtime_id`}::text)
      ${noAgent}
    for key share`);
  const runtime = found(row, noun, id);
  const own = 'engine' in owner ? { engine: runtime.id, cluster: null } : { engine: null, cluster: runtime.id };
  return { ...own, environment: runtime.environment_id, runtime_id: runtime.runtime_id };
}
