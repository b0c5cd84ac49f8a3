/** The statements about resources. Each one that finds or locks a resource for a caller checks the tenant and the right. */
import type { QueryOf, Schema } from '@millrace/contract';
import { invalid } from '../../../core/base/problem.ts';
import { contains, json, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { type Page } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { inWorkspace } from '../../security/held/index.ts';
import {
  type ContentUses,
  type CopyInWorkspace,
  type PromotedCopy,
  selectContentUses,
  toWorkspaceInfo,
  workspaceJoins,
  type WorkspaceObject,
  workspaceObject,
} from '../workspaces/index.ts';

/** The row of a resource, with its workspace. */
type ResourceRow = { id: string; name: string; description: string | null; file: boolean; workspace: WorkspaceObject };

/** The columns of `ResourceRow`, for statements with the aliases `r` and `w` and with `workspaceJoins`. */
const resourceColumns: Sql = sql`r.id, r.name, r.description, r.file, ${workspaceObject} as workspace`;

/** Converts a row to Resource. */
export const toResourceJson = (row: ResourceRow): Schema<'Resource'> => ({
  id: row.id,
  name: row.name,
  ...(row.description !== null && { description: row.description }),
  workspaceInfo: toWorkspaceInfo(row.workspace),
  file: row.file,
});

/** @rule resources.list.visible */
const guard = inWorkspace({ noun: 'Resource', table: sql`resource`, alias: sql`r` });

/**
 * Finds a resource that the actor may read.
 * @rule resources.get.right
 */
export const findResource = (tx: Tx, actor: Actor, id: string): Promise<ResourceRow> =>
  guard.find(tx, actor, id, { columns: resourceColumns, joins: workspaceJoins });

/** A resource that the actor may change. */
type LockedResource = { id: string; workspace_id: string; environment_id: string; file: boolean; blob_hash: string };

/**
 * Locks a resource that the actor may change, so that no task can begin to use it meanwhile.
 * @rule resources.create.right
 */
export const lockResource = (tx: Tx, actor: Actor, id: string): Promise<LockedResource> =>
  guard.lock(tx, actor, id, 'AUTHOR', sql`r.file, r.blob_hash`);

/**
 * Prevents the deletion of the resources that a task of an environment names, and of their workspaces, until the transaction ends. Returns the ids in
 * lower case by the names of the resources in the job. Refuses an unknown resource.
 * @rule tasks.create.resources
 */
export async function holdResources(
  tx: Tx,
  actor: Actor,
  named: Readonly<Record<string, string>>,
  environment: string,
): Promise<Record<string, string>> {
  const references = Object.entries(named).map(([variable, id]) => [variable, id.toLowerCase()] as const);
  if (references.length === 0) return {};
  const rows = await guard.hold(tx, actor, [...new Set(references.map(([, id]) => id))], environment);
  const found = new Set(rows.map((row) => row.id));
  const unknown = references.find(([, id]) => !found.has(id));
  if (unknown) {
    const [variable, id] = unknown;
    throw invalid(
      'reference_unknown',
      `The resource '${id}' of '${variable}' was not found: name a resource in the environment of the task.`,
    );
  }
  return Object.fromEntries(references);
}

/**
 * Selects a page of resources, ordered by name.
 * @rule resources.list.name
 */
export const selectResources = (tx: Tx, actor: Actor, query: QueryOf<'GET /orchestration/resources'>): Promise<Page<ResourceRow>> =>
  guard.page(tx, actor, query, {
    columns: resourceColumns,
    joins: workspaceJoins,
    where: query.name === undefined ? [] : [contains(sql`r.name`, query.name)],
  });

/** Counts the tasks that use a resource, and selects the names of the tasks that the actor may see. */
export const selectResourceUses = (tx: Tx, actor: Actor, id: string): Promise<ContentUses> =>
  selectContentUses(tx, actor, sql`task`, sql`jsonb_path_query_array(u.resources, '$.*') @> jsonb_build_array(${id}::text)`);

/** Adds a resource. */
export const insertResource = (
  tx: Tx,
  actor: Actor,
  { id, workspace, blob }: { id: string; workspace: string; blob: string },
  sent: Schema<'CreateResourceRequest'>,
): Promise<unknown> =>
  tx.rows(sql`
    insert into resource (id, tenant_id, workspace_id, name, description, file, blob_hash)
    values (${id}, ${actor.tenant}, ${workspace}, ${sent.name.trim()}, ${sent.description ?? null}, ${sent.file ?? true}, ${blob})`);

/**
 * Changes name and description; undefined keeps a value.
 * @rule resources.change.absent
 */
export const updateResource = (tx: Tx, id: string, { name, description }: Schema<'UpdateResourceRequest'>): Promise<unknown> =>
  tx.rows(sql`
    update resource
    set name = coalesce(${name?.trim() ?? null}, name),
        description = case when ${description === undefined} then description else ${description ?? null} end,
        updated_at = now()
    where id = ${id}`);

/**
 * Replaces the content of a resource.
 * @rule resources.upload.content
 */
export const updateResourceContent = (tx: Tx, id: string, blob: string): Promise<unknown> =>
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

/** Adds copies of resources. */
export const insertPromotedResources = (tx: Tx, rows: readonly CopyInWorkspace[]): Promise<unknown> =>
  tx.rows(sql`
    insert into resource (id, tenant_id, workspace_id, name, description, file, blob_hash)
    select r.id, s.tenant_id, r.workspace, s.name, s.description, s.file, s.blob_hash
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, workspace uuid)
    join resource s on s.id = r.source`);

/**
 * Replaces the description and the content of resources by those of their sources.
 * The timer `remove-leftovers` collects the replaced content: jobs would need one statement for each resource.
 */
export const replacePromotedResources = (tx: Tx, rows: readonly PromotedCopy[]): Promise<unknown> =>
  tx.rows(sql`
    update resource t
    set description = s.description,
        blob_hash = s.blob_hash,
        updated_at = now()
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid)
    join resource s on s.id = r.source
    where t.id = r.id`);
