/** The only functions that find or lock a task execution. */
import type { Tx } from '../../../core/database/db.ts';
import { found } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { foundWithRight } from '../../orchestration/workspaces/index.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';
import { executionColumns, executionTables, type ExecutionRow } from './life-cycle/execution-row.ts';

/** Builds the condition for the executions `x` in workspaces `w` that the actor may see. */
export const visibleExecutions = (actor: Actor): Sql => sql`x.tenant_id = ${actor.tenant} and ${holdsRight(actor, 'VIEW')}`;

/**
 * Finds an execution that the actor may read.
 * @rule task-executions.get.right
 */
export async function findExecution(tx: Tx, actor: Actor, id: string): Promise<ExecutionRow> {
  const row = await tx.one<ExecutionRow>(sql`
    select ${executionColumns}
    from ${executionTables}
    join workspace w on w.id = x.workspace_id
    where x.id = ${id}
      and ${visibleExecutions(actor)}`);
  return found(row, 'Task execution', id);
}

/**
 * Finds an execution that the actor may end, and locks its live row if it has not ended.
 * @rule task-executions.start.right
 * @rule task-executions.end.unknown
 */
export async function lockExecution(tx: Tx, actor: Actor, id: string): Promise<{ id: string; environment_id: string }> {
  const row = await tx.one<{ id: string; environment_id: string; held: boolean }>(sql`
    select x.id, x.environment_id, ${holdsRight(actor, 'EXECUTE')} as held
    from task_execution x
    join workspace w on w.id = x.workspace_id
    where x.id = ${id}
      and ${visibleExecutions(actor)}`);
  const execution = foundWithRight(row, 'Task execution', id, 'EXECUTE');
  await lockLive(tx, [execution.id]);
  return execution;
}

/** Locks the live rows of executions, for a move that depends on them. */
export const lockLive = (tx: Tx, ids: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    select execution_id
    from live_execution
    where execution_id = any (${[...ids]})
    order by execution_id
    for update`);
