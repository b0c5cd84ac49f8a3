/** The statements that find, lock and list task executions. Each that an actor calls checks the tenant and the right. */
import { found } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { foundWithRight } from '../../orchestration/workspaces/index.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';
import { executionColumns, type ExecutionRow, executionTables } from './life-cycle/execution-row.ts';

/** Builds the condition for the executions `x` in workspaces `w` that the actor may see. */
const visibleExecutions = (actor: Actor): Sql => sql`x.tenant_id = ${actor.tenant} and ${holdsRight(actor, 'VIEW')}`;

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

/** The executions of steps of plans that have ended and that the actor may see, oldest first. */
export const selectEndedOfSteps = (tx: Tx, actor: Actor, steps: readonly string[]): Promise<ExecutionRow[]> =>
  tx.rows(sql`
    select ${executionColumns}
    from ${executionTables}
    join workspace w on w.id = x.workspace_id
    where x.plan_step_execution_id = any (${[...steps]})
      and x.outcome is not null
      and ${visibleExecutions(actor)}
    order by x.id`);

/** Locks the executions of a task that are not finished. */
export const selectUnfinished = (tx: Tx, task: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    select execution_id as id
    from live_execution
    where task_id = ${task}
    order by execution_id
    for update`);
