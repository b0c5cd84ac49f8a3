/** What a list of plans shows of each of them. */
import type { Schema } from '@millrace/contract';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type LastPlanRunRow, selectLastPlanRuns } from '../../processing/plan-executions/index.ts';
import { nextStartOf } from '../schedules/index.ts';
import { pageOfPlans } from './rows.ts';

/**
 * The largest number of executions of a plan in an overview.
 * @rule plans.overview.runs
 */
const MOST_RUNS = 10;

/**
 * Reads the overviews of the plans that the actor may see, with the executions since a time.
 * @rule plans.overview.right
 * @rule plans.overview.next
 */
export async function readOverviewsOfPlans(tx: Tx, actor: Actor, ids: readonly string[], since: Date): Promise<Schema<'PlanOverview'>[]> {
  const { rows } = await pageOfPlans<{ id: string; next_at: Date | null }>(
    tx,
    actor,
    { limit: ids.length, offset: 0 },
    {
      columns: sql`
      p.id,
      case when p.paused_at is null then ${nextStartOf('plan', sql`p.id`)} end as next_at`,
      where: [sql`p.id = any (${[...ids]}::uuid[])`],
    },
  );
  const runs = await selectLastPlanRuns(
    tx,
    rows.map(({ id }) => id),
    since,
    MOST_RUNS,
  );
  const runsOf = Map.groupBy(runs, (run) => run.plan_id);
  return rows.map(({ id, next_at: next }) => ({
    planId: id,
    ...(next && { nextStart: next.toISOString() }),
    lastRuns: (runsOf.get(id) ?? []).map(toPlanRun),
  }));
}

const toPlanRun = ({ id, status, started_at: started, finished_at: finished }: LastPlanRunRow): Schema<'PlanRun'> => ({
  executionId: id,
  executionStatus: status,
  startTimestamp: started.toISOString(),
  ...(finished && { finishTimestamp: finished.toISOString() }),
});
