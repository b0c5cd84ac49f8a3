/** The SQL statements about resources. */
import type { QueryOf } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { pageOf, selectPage, type Page } from '../../../core/http/paging.ts';
import { and, contains, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';
import { workspaceJoins } from '../workspaces/index.ts';
import { listedResources } from './access.ts';
import { resourceColumns, type ResourceRow } from './json.ts';

/**
 * Selects a page of resources, ordered by name.
 * @rule resources.list.name
 */
export async function selectResources(tx: Tx, actor: Actor, query: QueryOf<'GET /orchestration/resources'>): Promise<Page<ResourceRow>> {
  const conditions: Sql[] = [await listedResources(tx, actor, query)];
  if (query.name !== undefined) conditions.push(contains(sql`r.name`, query.name));
  return selectPage<ResourceRow>(tx, {
    id: sql`r.id`,
    from: sql`resource r`,
    where: and(conditions),
    order: [sql`r.name, r.id`, sql`r.name desc, r.id desc`],
    columns: resourceColumns,
    of: sql`
      join resource r on r.id = found.id
      join workspace w on w.id = r.workspace_id
      ${workspaceJoins}`,
    ...pageOf(query),
  });
}

/** A resource that is about to be created. */
export type NewResource = {
  id: string;
  tenant: string;
  workspace: string;
  name: string;
  description: string | null;
  file: boolean;
  blob: string;
};

/** Adds a resource. */
export const insertResource = (tx: Tx, resource: NewResource): Promise<unknown> =>
  tx.rows(sql`
    insert into resource (id, tenant_id, workspace_id, name, description, file, blob_hash)
    values (
      ${resource.id}, ${resource.tenant}, ${resource.workspace}, ${resource.name}, ${resource.description}, ${resource.file},
      ${resource.blob})`);

/**
 * Changes name and description; undefined keeps a value.
 * @rule resources.change.absent
 */
export const updateResource = (
  tx: Tx,
  id: string,
  { name, description }: { name: string | undefined; description: string | null | undefined },
): Promise<unknown> =>
  tx.rows(sql`
    update resource
    set name = coalesce(${name ?? null}, name),
        description = case when ${description === undefined} then description else ${description ?? null} end,
        updated_at = now()
    where id = ${id}`);

/**
 * Replaces the content of a resource.
 * @rule resources.upload.content
 */
export const updateContent = (tx: Tx, id: string, blob: string): Promise<unknown> =>
  tx.rows(sql`
    update resource
    set blob_hash = ${blob},
        updated_at = now()
    where id = ${id}`);

/** Puts a resource into another workspace. */
export const updateResourceWorkspace = (tx: Tx, id: string, workspace: string): Promise<unknown> =>
  tx.rows(sql`
    update resource
    set workspace_id = ${workspace},
        updated_at = now()
    where id = ${id}`);

/** Deletes a resource. */
export const removeResource = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from resource
    where id = ${id}`);

/** Counts the tasks that use a resource, and selects the names of the tasks that the actor may see. */
export const selectResourceUses = (tx: Tx, actor: Actor, id: string): Promise<{ tasks: number; names: string[] }> =>
  tx.only(sql`
    select count(*) as tasks,
           coalesce(array_agg(t.name order by t.name, t.id) filter (where ${holdsRight(actor, 'VIEW')}), '{}') as names
    from task t
    join workspace w on w.id = t.workspace_id
    where jsonb_path_query_array(t.resources, '$.*') @> jsonb_build_array(${id}::text)`);
