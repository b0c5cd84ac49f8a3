/** The last executions of several plans. */
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { PlanExecutionRow } from './rows.ts';

/** One of the last executions of a plan. */
export type LastPlanRunRow = Pick<PlanExecutionRow, 'id' | 'plan_id' | 'status' | 'started_at' | 'finished_at'>;

/** Selects the last executions of each plan, newest first. The caller has checked that the actor may see the plans. */
export const selectLastPlanRuns = (tx: Tx, planIds: readonly string[], since: Date, most: number): Promise<LastPlanRunRow[]> =>
  tx.rows(sql`
    select x.id, x.plan_id, x.status, x.started_at, x.finished_at
    from unnest(${[...planIds]}::uuid[]) p (id)
    cross join lateral (
      select n.id, n.plan_id, n.status, n.started_at, n.finished_at
      from plan_execution n
      where n.plan_id = p.id
        and n.started_at >= ${since}
      order by n.started_at desc, n.id desc
      limit ${most}
    ) x
    order by x.started_at desc, x.id desc`);
