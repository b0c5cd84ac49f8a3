/** The statements about run profiles. Each one that finds or locks a run profile, engine or cluster checks the tenant. */
import type { BodyOf, Schema } from '@millrace/contract';
import { requireFound } from '../../../core/base/problem.ts';
import { and, contains, json, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { type Page, pageOf, selectPage } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { PromotedCopy } from '../../orchestration/workspaces/index.ts';
import { visibleRuntimes } from '../remote-engines/index.ts';

/** The row of a run profile, with the runtime id of its engine or cluster. */
export type RunProfileRow = {
  id: string;
  name: string;
  description: string | null;
  type: Schema<'RuntimeProfileType'>;
  jvm_arguments: string[];
  pod: Schema<'RunProfilePod'> | null;
  version: number;
  environment_id: string;
  engine_id: string | null;
  cluster_id: string | null;
  runtime_id: string | null;
  workspace_id: string | null;
  created_at: Date;
  updated_at: Date;
};

/** The columns of `RunProfileRow`, for statements with the aliases `p`, `g` and `k`. */
const runProfileColumns: Sql = sql`
  p.id, p.name, p.description, p.type, p.jvm_arguments, p.pod, p.version, p.environment_id, p.engine_id, p.cluster_id,
  coalesce(g.runtime_id, k.runtime_id) as runtime_id, coalesce(g.workspace_id, k.workspace_id) as workspace_id, p.created_at, p.updated_at`;

/** The joins that `runProfileColumns` needs beside `p`. */
const runProfileJoins: Sql = sql`
  left join engine g on g.id = p.engine_id
  left join engine_cluster k on k.id = p.cluster_id`;

/** The id of an engine or a cluster. */
export type RuntimeOwner = { engine: string } | { cluster: string };

/** The engine or cluster to which a run profile belongs; 'any' for all run profiles of the tenant. */
export type ProfileOwnerId = RuntimeOwner | 'any';

function isOwnedBy(owner: ProfileOwnerId): Sql {
  if (owner === 'any') return sql`true`;
  return 'engine' in owner ? sql`p.engine_id = ${owner.engine}` : sql`p.cluster_id = ${owner.cluster}`;
}

/**
 * Builds the condition that the actor may see the run profile `p`: the actor must see its engine, cluster or environment.
 * @rule run-profiles.list.visible
 * @rule run-profiles.list.workspace
 */
const visibleProfiles = (actor: Actor): Sql =>
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
  return requireFound(row, 'Run profile', id);
}

type Filters = BodyOf<'POST /processing/run-profiles/search'>;

const COLUMNS = {
  NAME: sql`p.name`,
  ENVIRONMENT_NAME: sql`e.name`,
  RUN_PROFILE_TYPE: sql`p.type`,
  DESCRIPTION: sql`p.description`,
} as const satisfies Record<NonNullable<Filters['sortBy']>, Sql>;

/** The type of processor of the run profile `p`. */
const processorType: Sql = sql`(case when p.engine_id is not null then 'RE' when p.cluster_id is not null then 'REC' else 'DYNAMIC_ENGINE' end)`;

/**
 * Selects a page of run profiles.
 * @rule run-profiles.search.filters
 * @rule run-profiles.search.order
 */
export function searchProfiles(tx: Tx, actor: Actor, filters: Filters): Promise<Page<RunProfileRow>> {
  const { processorTypes, processorType: singleType, processorIds, scopeIds, name, runProfileType, sortBy, sortOrder } = filters;
  const conditions: Sql[] = [visibleProfiles(actor)];
  if (processorTypes !== undefined) conditions.push(sql`${processorType} = any (${processorTypes})`);
  if (singleType !== undefined) conditions.push(sql`${processorType} = ${singleType}`);
  if (processorIds !== undefined) conditions.push(sql`coalesce(p.engine_id, p.cluster_id, p.environment_id) = any (${processorIds})`);
  if (scopeIds !== undefined) conditions.push(sql`p.environment_id = any (${scopeIds})`);
  if (name !== undefined) conditions.push(contains(sql`p.name`, name));
  if (runProfileType !== undefined) conditions.push(sql`p.type = ${runProfileType}`);
  const column = COLUMNS[sortBy ?? 'NAME'];
  const [ascending, descending] = [sql`${column} asc nulls first, p.id`, sql`${column} desc nulls last, p.id`];
  const [ascendingBackwards, descendingBackwards] = [sql`${column} desc nulls last, p.id desc`, sql`${column} asc nulls first, p.id desc`];
  return selectPage<RunProfileRow>(tx, {
    id: sql`p.id`,
    from: sql`run_profile p join environment e on e.id = p.environment_id`,
    where: and(conditions),
    order: sortOrder === 'ASC' ? [ascending, ascendingBackwards] : [descending, descendingBackwards],
    columns: runProfileColumns,
    of: sql`
      join run_profile p on p.id = found.id
      ${runProfileJoins}`,
    ...pageOf(filters),
  });
}

/** The engine or cluster of a run profile. Without both, the run profile is for the dynamic engines of the environment. */
export type Runtime = { environment: string; engine: string | null; cluster: string | null; runtime_id: string | null };

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
  return { profile: requireFound(profile, 'Run profile', id), successor: rows.find((row) => row.id === successor?.toLowerCase()) };
}

/** Holds an engine or cluster of the actor's tenant, to add a run profile to it. With 'either id', its runtime id is accepted too. */
export async function holdRuntime(tx: Tx, actor: Actor, owner: RuntimeOwner, by: 'id' | 'either id' = 'id'): Promise<Runtime> {
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
  const runtime = requireFound(row, noun, id);
  const own = 'engine' in owner ? { engine: runtime.id, cluster: null } : { engine: null, cluster: runtime.id };
  return { ...own, environment: runtime.environment_id, runtime_id: runtime.runtime_id };
}

/** Adds a run profile; the pod only without engine and cluster. */
export const insertProfile = (
  tx: Tx,
  actor: Actor,
  id: string,
  { environment, engine, cluster }: Runtime,
  sent: Schema<'RunProfileRequest'> & Pick<Schema<'CreateRunProfileRequest'>, 'pod'>,
): Promise<unknown> =>
  tx.rows(sql`
    insert into run_profile (id, tenant_id, environment_id, engine_id, cluster_id, name, description, type, jvm_arguments, pod)
    values (
      ${id}, ${actor.tenant}, ${environment}, ${engine}, ${cluster}, ${sent.name.trim()}, ${sent.description ?? null}, ${sent.type},
      ${sent.jvmArguments}, ${json(sent.pod)}::jsonb)`);

/**
 * Changes a run profile. A field that is left out stays; null clears the description and the pod.
 * @rule run-profiles.change.version
 * @rule run-profiles.change.left-out
 */
export const updateProfile = (
  tx: Tx,
  id: string,
  { name, description, jvmArguments, pod }: Schema<'ChangeRunProfileRequest'>,
): Promise<unknown> =>
  tx.rows(sql`
    update run_profile
    set name = coalesce(${name?.trim() ?? null}, name),
        description = case when ${description === undefined}::boolean then description else ${description ?? null} end,
        jvm_arguments = coalesce(${jvmArguments ?? null}::text[], jvm_arguments),
        pod = case when ${pod === undefined}::boolean then pod else ${json(pod)}::jsonb end,
        version = version + 1,
        updated_at = now()
    where id = ${id}`);

/** The copy of a run profile, with the engine or cluster to which it belongs. */
export type PromotedProfile = PromotedCopy & { engine: string | null; cluster: string | null };

/** Adds copies of run profiles. */
export const insertPromotedProfiles = (tx: Tx, environment: string, rows: readonly PromotedProfile[]): Promise<unknown> =>
  tx.rows(sql`
    insert into run_profile (id, tenant_id, environment_id, engine_id, cluster_id, name, description, type, jvm_arguments, pod)
    select r.id, p.tenant_id, ${environment}, r.engine, r.cluster, p.name, p.description, p.type, p.jvm_arguments, p.pod
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, engine uuid, cluster uuid)
    join run_profile p on p.id = r.source`);

/** Replaces the descriptions, arguments and pods of run profiles with those of their sources. */
export const replacePromotedProfiles = (tx: Tx, rows: readonly PromotedCopy[]): Promise<unknown> =>
  tx.rows(sql`
    update run_profile p
    set description = s.description,
        jvm_arguments = s.jvm_arguments,
        pod = s.pod,
        version = p.version + 1,
        updated_at = now()
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid)
    join run_profile s on s.id = r.source
    where p.id = r.id`);
