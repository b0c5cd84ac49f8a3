/** The only ways to a run profile, and to the engine or cluster that it is made for. */
import type { Tx } from '../../../core/database/db.ts';
import { notFound } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleRuntimes } from '../remote-engines/index.ts';
import { runProfileColumns, runProfileJoins, type RunProfileRow } from './json.ts';

/** Where a run profile is looked for. */
export type Place = { engine: string } | { cluster: string } | 'anywhere';

/** What run profiles belong to; with neither engine nor cluster the dynamic engines of the environment. */
export type Runtime = { environment: string; engine: string | null; cluster: string | null; runtime_id: string | null };

const lies = (place: Place): Sql =>
  place === 'anywhere' ? sql`true` : 'engine' in place ? sql`p.engine_id = ${place.engine}` : sql`p.cluster_id = ${place.cluster}`;

/**
 * Which run profiles `p` the actor may see: those of what the actor may see.
 * @rule run-profiles.list.visible
 * @rule run-profiles.list.workspace
 */
export const visibleProfiles = (actor: Actor): Sql =>
  visibleRuntimes(
    actor,
    sql`p`,
    sql`coalesce((select g.workspace_id from engine g where g.id = p.engine_id), (select k.workspace_id from engine_cluster k where k.id = p.cluster_id))`,
  );

/** The run profiles of a place that meet a condition, by name. */
export const selectProfiles = (tx: Tx, actor: Actor, place: Place, condition: Sql): Promise<RunProfileRow[]> =>
  tx.rows(sql`
    select ${runProfileColumns}
    from run_profile p
    ${runProfileJoins}
    where ${visibleProfiles(actor)}
      and ${lies(place)}
      and ${condition}
    order by p.name, p.id`);

/** Finds a run profile that the actor may see. */
export async function findProfile(tx: Tx, actor: Actor, place: Place, id: string): Promise<RunProfileRow> {
  const [row] = await selectProfiles(tx, actor, place, sql`p.id = ${id}`);
  if (!row) throw notFound('Run profile', id);
  return row;
}

/** A run profile that is about to be changed. */
export type LockedProfile = { id: string; environment_id: string; engine_id: string | null; cluster_id: string | null };

/** Locks a run profile of the actor's tenant for a change, and beside it the one that is to take its place. */
export async function lockProfile(
  tx: Tx,
  actor: Actor,
  place: Place,
  id: string,
  successor?: string,
): Promise<{ profile: LockedProfile; successor: LockedProfile | undefined }> {
  // In the order of ids: two that replace each other at once wait for one another, and do not block each other.
  const rows = await tx.rows<LockedProfile>(sql`
    select p.id, p.environment_id, p.engine_id, p.cluster_id
    from run_profile p
    where p.id = any (${[id, ...(successor === undefined ? [] : [successor])]})
      and p.tenant_id = ${actor.tenant}
      and ${lies(place)}
    order by p.id
    for update`);
  const profile = rows.find((one) => one.id === id.toLowerCase());
  if (!profile) throw notFound('Run profile', id);
  return { profile, successor: rows.find((one) => one.id === successor?.toLowerCase()) };
}

/** Keeps an engine or cluster of the actor's tenant from being deleted while a run profile is added to it. Bodies may name it by its runtime id. */
export async function holdRuntime(
  tx: Tx,
  actor: Actor,
  place: Exclude<Place, 'anywhere'>,
  by: 'id' | 'either id' = 'id',
): Promise<Runtime> {
  const [noun, table, id] =
    'engine' in place
      ? (['Remote engine', sql`engine`, place.engine] as const)
      : (['Engine cluster', sql`engine_cluster`, place.cluster] as const);
  const row = await tx.one<{ id: string; environment_id: string; runtime_id: string }>(sql`
    select g.id, g.environment_id, g.runtime_id
    from ${table} g
    where g.tenant_id = ${actor.tenant}
      and ${id.toLowerCase()} in (g.id::text, ${by === 'id' ? sql`g.id` : sql`g.runtime_id`}::text)
    for key share`);
  if (!row) throw notFound(noun, id);
  const own = 'engine' in place ? { engine: row.id, cluster: null } : { engine: null, cluster: row.id };
  return { ...own, environment: row.environment_id, runtime_id: row.runtime_id };
}
