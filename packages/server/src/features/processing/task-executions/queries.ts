/** The statements about task executions that do not move them. */
import type { Tx } from '../../../core/db.ts';
import { selectPage } from '../../../core/paging.ts';
import { and, sql, type Sql } from '../../../core/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleExecutions } from './access.ts';
import { executionColumns, executionTables, type ExecutionRow } from './execution-row.ts';
import type { Period } from './rules.ts';
import { detailsOf, isOutcome } from './states.ts';

/** What lists can be narrowed by. */
export type Filters = {
  environmentId?: string | undefined;
  workspaceId?: string | undefined;
  taskId?: string | undefined;
  status?: string | undefined;
  tags?: readonly string[] | undefined;
  period: Period;
};

/**
 * A page of executions, newest first.
 * @rule task-executions.list.order
 * @rule task-executions.list.status
 * @rule task-executions.list.tags
 * @rule task-executions.list.window
 */
export function selectExecutions(
  tx: Tx,
  actor: Actor,
  filters: Filters,
  { limit = 100, offset = 0 }: { limit?: number; offset?: number },
): Promise<{ total: number; rows: ExecutionRow[] }> {
  const { environmentId, workspaceId, taskId, status, tags, period } = filters;
  const conditions: Sql[] = [visibleExecutions(actor), sql`x.triggered_at >= ${period.from}`, sql`x.triggered_at < ${period.to}`];
  if (environmentId !== undefined) conditions.push(sql`x.environment_id = ${environmentId}`);
  if (workspaceId !== undefined) conditions.push(sql`x.workspace_id = ${workspaceId}`);
  if (taskId !== undefined) conditions.push(sql`x.task_id = ${taskId}`);
  if (status !== undefined) conditions.push(hasStatus(status));
  if (tags !== undefined && tags.length > 0) conditions.push(sql`x.tags @> ${[...tags]}::text[]`);
  return selectPage<ExecutionRow>(tx, {
    id: sql`x.id`,
    from: sql`${executionTables}
      join workspace w on w.id = x.workspace_id`,
    where: and(conditions),
    order: [sql`x.triggered_at desc, x.id desc`, sql`x.triggered_at, x.id`],
    columns: executionColumns,
    of: sql`
      join task_execution x on x.id = found.id
      left join live_execution l on l.execution_id = x.id`,
    limit,
    offset,
  });
}

/** A short status stands for outcomes or for places on the way, never for both. */
function hasStatus(short: string): Sql {
  const details = detailsOf(short);
  return details.some(isOutcome) ? sql`x.outcome = any (${details})` : sql`l.status = any (${details})`;
}

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
