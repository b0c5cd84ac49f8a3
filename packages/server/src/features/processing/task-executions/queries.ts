/** The statements that read task executions or lock them, and do not move them. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleExecutions } from './access.ts';
import { executionColumns, executionTables, type ExecutionRow } from './life-cycle/execution-row.ts';

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
