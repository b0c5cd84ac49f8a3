/** Finds the objects whose lineage is read; each statement checks the tenant and the right of the caller. */
import { found } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';

/** Finds a task that the actor may see, and returns its id. */
export async function findSeenTask(tx: Tx, actor: Actor, id: string): Promise<string> {
  const row = await tx.one<{ id: string }>(sql`
    select t.id
    from task t
    join workspace w on w.id = t.workspace_id
    where t.id = ${id}
      and t.tenant_id = ${actor.tenant}
      and ${holdsRight(actor, 'VIEW')}`);
  return found(row, 'Task', id).id;
}
