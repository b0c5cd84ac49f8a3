/** Reads and locks projects; each statement checks the tenant. */
import type { Tx } from '../../../core/database/db.ts';
import { found } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { projectColumns, type ProjectRow } from './json.ts';

/** Builds the condition for the projects `p` that a list shows. */
export const visibleProjects = (actor: Actor): Sql => sql`p.tenant_id = ${actor.tenant}`;

/** Finds a project of the actor's tenant. */
export async function findProject(tx: Tx, actor: Actor, id: string): Promise<ProjectRow> {
  const row = await tx.one<ProjectRow>(sql`
    select ${projectColumns}
    from project p
    join account o on o.id = p.owner_id
    where p.id = ${id}
      and ${visibleProjects(actor)}`);
  return found(row, 'Project', id);
}

/** Locks a project of the actor's tenant for a change. */
export async function lockProject(tx: Tx, actor: Actor, id: string): Promise<{ id: string }> {
  const row = await tx.one<{ id: string }>(sql`
    select p.id
    from project p
    where p.id = ${id}
      and ${visibleProjects(actor)}
    for update`);
  return found(row, 'Project', id);
}
