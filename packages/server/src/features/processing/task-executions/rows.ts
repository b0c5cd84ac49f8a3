/** The statements that find, lock and list task executions. Each that an actor calls checks the tenant and the right. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { inWorkspace } from '../../security/held/index.ts';
import { executionColumns, type ExecutionRow, joinOfLive } from './life-cycle/execution-row.ts';

const guard = inWorkspace({ noun: 'Task execution', table: sql`task_execution`, alias: sql`x` });

/**
 * Finds an execution that the actor may read.
 * @rule task-executions.get.right
 */
export const findExecution = (tx: Tx, actor: Actor, id: string): Promise<ExecutionRow> =>
  guard.find(tx, actor, id, { columns: executionColumns, joins: joinOfLive });

/**
 * Finds an execution that the actor may end, and locks its live row if it has not ended.
 * @rule task-executions.start.right
 * @rule task-executions.end.unknown
 */
export async function lockExecution(tx: Tx, actor: Actor, id: string): Promise<{ id: string; environment_id: string }> {
  const execution = await guard.findWith<{ id: string; environment_id: string }>(tx, actor, id, 'EXECUTE', {
    columns: sql`x.id, x.environment_id`,
  });
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
    from task_execution x
    ${joinOfLive}
    join workspace w on w.id = x.workspace_id
    where x.plan_step_execution_id = any (${[...steps]})
      and x.outcome is not null
      and ${guard.visible(actor)}
    order by x.id`);

/** Locks the executions of a task that are not finished. */
export const selectUnfinished = (tx: Tx, task: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    select execution_id as id
    from live_execution
    where task_id = ${task}
    order by execution_id
    for update`);
