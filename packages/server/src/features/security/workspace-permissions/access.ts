/** Finds and locks the workspaces of requests about rights. Each statement checks the tenant and the right. */
import type { Tx } from '../../../core/database/db.ts';
import { forbidden, found } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight, mayGiveRights } from '../held/index.ts';

const manages = (actor: Actor): boolean => actor.permissions.has('SVC_ENVIRONMENT_MANAGEMENT');

/**
 * Builds the condition that the actor may read and change the rights on the workspace `w`.
 * @rule workspace-permissions.all.right
 */
export const managedWorkspaces = (actor: Actor): Sql => sql`w.tenant_id = ${actor.tenant} and ${mayGiveRights(actor)}`;

const selectWorkspace = (actor: Actor, id: string): Sql => sql`
  select w.id, ${managedWorkspaces(actor)} as held
  from workspace w
  where w.id = ${id}
    and w.tenant_id = ${actor.tenant}
    and (${manages(actor)} or ${holdsRight(actor, 'VIEW')})`;

async function requireManaged(id: string, statement: Promise<{ id: string; held: boolean } | undefined>): Promise<{ id: string }> {
  const row = found(await statement, 'Workspace', id);
  if (!row.held) throw forbidden('right_missing', 'This needs the right MANAGE on the workspace. Ask its owner for it.');
  return row;
}

/** Finds a workspace whose rights the actor may read. */
export const findManagedWorkspace = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> =>
  requireManaged(id, tx.one(selectWorkspace(actor, id)));

/** Locks a workspace whose rights the actor may change. Other transactions may still add content to it. */
export const lockManagedWorkspace = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> =>
  requireManaged(id, tx.one(sql`${selectWorkspace(actor, id)} for no key update`));

/**
 * Locks the workspaces, or all, whose rights the actor may change, and returns them. A batch calls this first. It locks in the order of the ids,
 * because two batches that lock in the order of their lists could deadlock.
 */
export const lockManagedWorkspaces = (tx: Tx, actor: Actor, ids: readonly string[] | 'all'): Promise<{ id: string }[]> =>
  tx.rows(sql`
    select w.id
    from workspace w
    where ${managedWorkspaces(actor)}
      and (${ids === 'all'} or w.id = any (${ids === 'all' ? [] : [...ids]}::uuid[]))
    order by w.id
    for no key update`);

/** Finds an environment that the actor manages, or that has a workspace that the actor may see. */
export async function findSeenEnvironment(tx: Tx, actor: Actor, id: string): Promise<{ id: string }> {
  const row = await tx.one<{ id: string }>(sql`
    select e.id
    from environment e
    where e.id = ${id}
      and e.tenant_id = ${actor.tenant}
      and (${manages(actor)} or exists (
        select from workspace w
        where w.environment_id = e.id
          and ${holdsRight(actor, 'VIEW')}))`);
  return found(row, 'Environment', id);
}
