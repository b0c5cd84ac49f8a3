/** The last executions of several tasks. */
import { sql, type Tx } from '../../../../core/database/sql.ts';
import { type ExecutionRow, joinOfLive, startTimeOf } from '../life-cycle/executions.ts';

/** One of the last executions of a task. */
export type LastRunRow = Pick<ExecutionRow, 'id' | 'task_id' | 'status' | 'triggered_at' | 'started_at' | 'finished_at' | 'error_message'>;

/** Selects the last executions of each task, newest first. The caller has checked that the actor may see the tasks. */
export const selectLastRuns = (tx: Tx, taskIds: readonly string[], since: Date, most: number): Promise<LastRunRow[]> =>
  tx.rows(sql`
    select x.id, x.task_id, coalesce(x.outcome, l.status) as status, x.triggered_at, ${startTimeOf} as started_at, x.finished_at, x.error_message
    from unnest(${[...taskIds]}::uuid[]) t (id)
    cross join lateral (
      select n.id, n.task_id, n.outcome, n.triggered_at, n.started_at, n.finished_at, n.error_message
      from task_execution n
      where n.task_id = t.id
        and n.triggered_at >= ${since}
      order by n.triggered_at desc, n.id desc
      limit ${most}
    ) x
    ${joinOfLive}
    order by x.triggered_at desc, x.id desc`);
