/** Reads and locks resources; each statement checks the tenant and the right of the caller. */
import type { Tx } from '../../../core/database/db.ts';
import { found, invalid } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight, visibleScope, type ListScope } from '../../security/workspace-permissions/index.ts';
import { foundWithRight, workspaceJoins } from '../workspaces/index.ts';
import { resourceColumns, type ResourceRow } from './json.ts';

/** Builds the condition for the resources `r` in workspaces `w` that the actor may see. */
export const visibleResources = (actor: Actor): Sql => sql`r.tenant_id = ${actor.tenant} and ${holdsRight(actor, 'VIEW')}`;

/**
 * Builds the condition for the resources `r` that a list shows.
 * @rule resources.list.visible
 */
export const listedResources = async (tx: Tx, actor: Actor, scope: ListScope): Promise<Sql> =>
  (await visibleScope(tx, actor, scope)).of(sql`r`);

/**
 * Finds a resource that the actor may read.
 * @rule resources.get.right
 */
export async function findResource(tx: Tx, actor: Actor, id: string): Promise<ResourceRow> {
  const row = await tx.one<ResourceRow>(sql`
    select ${resourceColumns}
    from resource r
    join workspace w on w.id = r.workspace_id
    ${workspaceJoins}
    where r.id = ${id}
      and ${visibleResources(actor)}`);
  return found(row, 'Resource', id);
}

/** A resource that the actor may change. */
export type LockedResource = { id: string; workspace_id: string; environment_id: string; file: boolean; blob_hash: string };

/**
 * Locks a resource that the actor may change, so that no task can begin to use it meanwhile.
 * @rule resources.create.right
 */
export async function lockResource(tx: Tx, actor: Actor, id: string): Promise<LockedResource> {
  const row = await tx.one<LockedResource & { held: boolean }>(sql`
    select r.id, r.workspace_id, w.environment_id, r.file, r.blob_hash, ${holdsRight(actor, 'AUTHOR')} as held
    from resource r
    join workspace w on w.id = r.workspace_id
    where r.id = ${id}
      and ${visibleResources(actor)}
    for update of r`);
  return foundWithRight(row, 'Resource', id, 'AUTHOR');
}

/**
 * Prevents the deletion of the resources that a task of an environment names, and of their workspaces, until the transaction ends.
 * Returns the ids in lower case by the names of the resources in the job.
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
  const rows = await tx.rows<{ id: string }>(sql`
    select r.id
    from resource r
    join workspace w on w.id = r.workspace_id
    where r.id = any (${[...new Set(references.map(([, id]) => id))]}::uuid[])
      and w.environment_id = ${environment}
      and ${visibleResources(actor)}
    order by w.id, r.id
    for key share of w, r`);
  const found = new Set(rows.map((row) => row.id));
  const unknown = references.find(([, id]) => !found.has(id));
  if (unknown) {
    const [variable, id] = unknown;
    throw invalid('reference_unknown', `resource '${id}' of '${variable}' was not found: name a resource of the environment of the task.`);
  }
  return Object.fromEntries(references);
}
