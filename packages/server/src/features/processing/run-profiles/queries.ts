/** The statements about run profiles. */
import type { BodyOf, Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { pageOf, selectPage, type Page } from '../../../core/http/paging.ts';
import { and, contains, json, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleProfiles, type Runtime } from './access.ts';
import { processorType, runProfileColumns, runProfileJoins, type RunProfileRow } from './json.ts';

/** A new run profile. */
export type NewProfile = {
  id: string;
  tenant: string;
  runtime: Runtime;
  name: string;
  description: string | null;
  type: string;
  jvmArguments: string[];
  /** Only without engine and cluster. */
  pod?: Schema<'RunProfilePod'> | null | undefined;
};

/** Adds a run profile. */
export const insertProfile = (tx: Tx, profile: NewProfile): Promise<unknown> =>
  tx.rows(sql`
    insert into run_profile (id, tenant_id, environment_id, engine_id, cluster_id, name, description, type, jvm_arguments, pod)
    values (
      ${profile.id}, ${profile.tenant}, ${profile.runtime.environment}, ${profile.runtime.engine}, ${profile.runtime.cluster}, ${profile.name},
      ${profile.description}, ${profile.type}, ${profile.jvmArguments}, ${profile.pod ? json(profile.pod) : null}::jsonb)`);

/** The fields of a run profile that a caller may change. A field that is left out stays; null clears the description and the pod. */
export type ProfileChange = {
  name?: string | undefined;
  description?: string | null | undefined;
  jvmArguments?: string[] | undefined;
  pod?: Schema<'RunProfilePod'> | null | undefined;
};

/**
 * Changes a run profile.
 * @rule run-profiles.change.version
 * @rule run-profiles.change.left-out
 */
export const updateProfile = (tx: Tx, id: string, { name, description, jvmArguments, pod }: ProfileChange): Promise<unknown> =>
  tx.rows(sql`
    update run_profile
    set name = coalesce(${name ?? null}, name),
        description = case when ${description === undefined}::boolean then description else ${description ?? null} end,
        jvm_arguments = coalesce(${jvmArguments ?? null}::text[], jvm_arguments),
        pod = case when ${pod === undefined}::boolean then pod else ${pod ? json(pod) : null}::jsonb end,
        version = version + 1,
        updated_at = now()
    where id = ${id}`);

/** Counts the tasks that use a run profile. */
export const countTasks = (tx: Tx, id: string): Promise<{ tasks: number }> =>
  tx.only(sql`
    select count(*) as tasks
    from (
      select task_id
      from task_run_config
      where run_profile_id = ${id}
      union
      select task_id
      from task_dynamic_engine_run_config
      where run_profile_id = ${id}
    ) used`);

/** Deletes a run profile. */
export const removeProfile = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from run_profile
    where id = ${id}`);

type Filters = BodyOf<'POST /processing/run-profiles/search'>;

const COLUMNS = {
  NAME: sql`p.name`,
  ENVIRONMENT_NAME: sql`e.name`,
  RUN_PROFILE_TYPE: sql`p.type`,
  DESCRIPTION: sql`p.description`,
} as const satisfies Record<NonNullable<Filters['sortBy']>, Sql>;

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
