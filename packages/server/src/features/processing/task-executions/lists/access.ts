/** The executions that the lists show to an actor. */
import type { Tx } from '../../../../core/database/db.ts';
import { sql, type Sql } from '../../../../core/database/sql.ts';
import type { Actor } from '../../../../identity/actor.ts';
import { holdsRight, visibleScope } from '../../../security/workspace-permissions/index.ts';

/** The executions of a list: those of a task, or those of an environment or workspace. Each condition includes the tenant and the right. */
export type Scope = {
  task?: string;
  /** The condition for the executions of a table. */
  of(table: Sql): Sql;
  /** The condition for the counts of days of a table. */
  ofCounts(table: Sql): Sql;
};

/**
 * The executions that a list shows to an actor.
 * @rule task-executions.list.right
 */
export async function listedExecutions(
  tx: Tx,
  actor: Actor,
  { taskId, ...filters }: { taskId?: string | undefined; environmentId?: string | undefined; workspaceId?: string | undefined },
): Promise<Scope> {
  if (taskId === undefined) {
    const visible = await visibleScope(tx, actor, filters);
    return { of: visible.of, ofCounts: visible.of };
  }
  const ofTask = (table: Sql): Sql => sql`${table}.task_id = (
    select t.id
    from task t
    join workspace w on w.id = t.workspace_id
    where t.id = ${taskId}
      and w.tenant_id = ${actor.tenant}
      and ${holdsRight(actor, 'VIEW')})`;
  return { task: taskId, of: ofTask, ofCounts: ofTask };
}
