/** Groups failures by their cause. The causes of task executions are stored when these end; the few plans that did not start are read. */
import type { Schema } from '@millrace/contract';
import { sql, unnamed, type Sql, type Tx } from '../../../core/database/sql.ts';
import { presentFields } from '../../../core/http/absent-fields.ts';
import type { Actor } from '../../../identity/actor.ts';
import { workspacesSeenIn } from '../../security/held/index.ts';
import type { Period } from '../../processing/task-executions/index.ts';
import { causeOfPlan } from './filters.ts';

/** The failures to group, for an actor; with an execution only those of its cause. */
export type WantedCauses = {
  actor: Actor;
  environment: string;
  period: Period;
  limit: number;
  executionId?: string | undefined;
  /** The beginning of the history. */
  since: Date;
};

/** The maximum number of failures that are grouped. */
const MOST_GROUPED = 20_000;

type CauseRow = {
  cause: string;
  runs: number;
  tasks: number;
  first_at: Date;
  last_at: Date;
  newest: string;
  is_plan: boolean;
  status: Schema<'FailureCause'>['status'];
  error_type: string | null;
  error_message: string | null;
  misfired_reason: Schema<'FailureCause'>['misfiredReason'] | null;
  total: number;
  grouped: number;
};

/**
 * Finds the causes with the most failures. If as many failures as can be grouped are read, there may be more.
 * @rule execution-history.causes.right
 * @rule execution-history.causes.same
 * @rule execution-history.causes.capped
 */
export async function selectCauses(tx: Tx, wanted: WantedCauses): Promise<Schema<'FailureCauses'>> {
  const { actor, environment, limit, executionId, since } = wanted;
  const period = { from: new Date(Math.max(wanted.period.from.getTime(), since.getTime())), to: wanted.period.to };
  const seen = workspacesSeenIn(actor, environment);
  const only = executionId === undefined ? undefined : await causeOf(tx, seen, executionId);
  if (executionId !== undefined && only === undefined) return { causes: [], total: 0, isCapped: false };
  const isOf = (cause: Sql): Sql => (only === undefined ? sql`true` : sql`${cause} = ${only}`);
  const rows = await tx.rows<CauseRow>(
    unnamed(sql`
    with failures as (
      select f.cause, f.task_id as executable, f.execution_id as id, f.triggered_at, false as is_plan
      from task_failure f
      where f.workspace_id = any (${seen})
        and f.triggered_at >= ${period.from}
        and f.triggered_at < ${period.to}
        and ${isOf(sql`f.cause`)}
      union all
      select ${causeOfPlan}, x.plan_id, x.id, x.started_at, true
      from plan_execution x
      where x.workspace_id = any (${seen})
        and x.started_at >= ${period.from}
        and x.started_at < ${period.to}
        and x.status = 'EXECUTION_MISFIRED'
        and ${isOf(causeOfPlan)}
    ), found as materialized (
      select cause, executable, id, triggered_at, is_plan
      from failures
      order by triggered_at desc
      limit ${MOST_GROUPED}
    ), causes as materialized (
      select cause, sum(runs)::int as runs, count(*)::int as tasks, min(first_at) as first_at, max(last_at) as last_at
      from (
        select cause, executable, count(*) as runs, min(triggered_at) as first_at, max(triggered_at) as last_at
        from found
        group by cause, executable
      ) of_executable
      group by cause
    ), shown as (
      select cause, runs, tasks, first_at, last_at, (select count(*)::int from causes) as total, (select count(*)::int from found) as grouped
      from causes
      order by runs desc, last_at desc, cause
      limit ${limit}
    ), newest as (
      select distinct on (s.cause) s.*, f.id as newest, f.is_plan
      from shown s
      join found f on f.cause = s.cause
       and f.triggered_at = s.last_at
      order by s.cause, f.id desc
    )
    select n.*, coalesce(x.outcome, p.status) as status, x.error_type, coalesce(x.error_message, p.error_message) as error_message,
           coalesce(x.misfired_reason, p.misfired_reason) as misfired_reason
    from newest n
    left join task_execution x on x.id = n.newest
    left join plan_execution p on p.id = n.newest
    where coalesce(x.outcome, p.status) is not null
    order by n.runs desc, n.last_at desc, n.cause`),
  );
  const [{ total, grouped } = { total: 0, grouped: 0 }] = rows;
  return { causes: rows.map(toCauseJson), total, isCapped: grouped === MOST_GROUPED };
}

/**
 * The cause of an execution; undefined if it did not fail, or in workspaces that the caller does not see.
 * @rule execution-history.causes.one
 */
async function causeOf(tx: Tx, seen: Sql, executionId: string): Promise<string | undefined> {
  const row = await tx.one<{ cause: string }>(sql`
    select f.cause
    from task_failure f
    where f.execution_id = ${executionId}
      and f.workspace_id = any (${seen})
    union all
    select ${causeOfPlan}
    from plan_execution x
    where x.id = ${executionId}
      and x.workspace_id = any (${seen})
      and x.status = 'EXECUTION_MISFIRED'`);
  return row?.cause;
}

const toCauseJson = (row: CauseRow): Schema<'FailureCause'> => ({
  cause: row.cause,
  status: row.status,
  ...presentFields({ message: row.error_message, errorType: row.error_type, misfiredReason: row.misfired_reason }),
  runs: row.runs,
  tasks: row.tasks,
  firstAt: row.first_at.getTime(),
  lastAt: row.last_at.getTime(),
  newestExecutionId: row.newest,
  newestType: row.is_plan ? 'PLAN' : 'TASK',
});
