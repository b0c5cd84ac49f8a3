/**
 * The row of a task execution `x`, which is its record joined with its live row while it has not ended, and the statements that find, lock and list
 * executions. Each that an actor calls checks the tenant and the right. The times of an execution come from two clocks. It is accepted and claimed by
 * the clock of the database; it starts and ends by the clock of its engine. Each clock may be wrong, and may be set back. The order of the events is
 * known without clocks. So a time before an earlier event is stored as the time of that event.
 */
import type { Schema } from '@millrace/contract';
import type { PartitionedTable } from '../../../../core/database/partitions.ts';
import { type Sql, sql, type Tx } from '../../../../core/database/sql.ts';
import type { Actor } from '../../../../identity/actor.ts';
import { presentFields } from '../../../../core/http/absent-fields.ts';
import { hasLiveExecution } from '../../../monitoring/log-store/index.ts';
import { inWorkspace } from '../../../security/held/index.ts';
import type { TaskExecutionState } from './states.ts';

const noEarlier = (moment: Sql, before: Sql): Sql => sql`case when ${moment} is not null then greatest(${moment}, ${before}) end`;

/**
 * The time of the claim, or null; `row` is the live row.
 * @rule task-executions.times.order
 */
export const claimTimeOf = (row: Sql): Sql => noEarlier(sql`${row}.claimed_at`, sql`x.triggered_at`);

/** The time of the start, or null; `row` is the live row with the time of the claim, `moment` is the start that the engine reports. */
export const reportedStartOf = (row: Sql, moment: Sql): Sql => noEarlier(moment, sql`greatest(${row}.claimed_at, x.triggered_at)`);

/** The current time, as the end of an execution that no engine has. */
export const endBeforeStart: Sql = sql`greatest(now(), x.triggered_at)`;

/** The start of an execution; if it still runs, it is read from the live row `l`. */
export const startTimeOf: Sql = sql`coalesce(x.started_at, ${reportedStartOf(sql`l`, sql`l.started_at`)})`;

/** The row of a task execution. */
export type ExecutionRow = {
  id: string;
  tenant_id: string;
  workspace_id: string;
  task_id: string;
  task_version: number;
  execution_type: Schema<'ExecutionType'>;
  api_version: string | null;
  account_id: string;
  user_type: Schema<'UserType'>;
  runtime_type: 'CLOUD' | 'REMOTE_ENGINE' | 'REMOTE_ENGINE_CLUSTER';
  wanted_engine_id: string | null;
  wanted_cluster_id: string | null;
  run_profile_id: string | null;
  parallel_execution_allowed: boolean;
  status: TaskExecutionState;
  engine_runtime_id: string | null;
  triggered_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  timeout_minutes: number | null;
  processed_rows: number | null;
  rejected_rows: number | null;
  error_type: string | null;
  error_message: string | null;
  misfired_reason: Schema<'MisfiredExecutionReason'> | null;
  plan_execution_id: string | null;
  attempt: number;
  /** The maximum number of attempts; null without a retry. */
  attempts: number | null;
  first_id: string | null;
  retried_as: string | null;
  /** The pod in which it runs or has run; null without one. */
  pod_name: string | null;
};

/** The columns of `ExecutionRow`, for statements with `joinOfLive`. */
export const executionColumns: Sql = sql`
  x.id, x.tenant_id, x.workspace_id, x.task_id, x.task_version, x.execution_type, x.api_version, x.account_id, x.user_type, x.runtime_type,
  x.wanted_engine_id, x.wanted_cluster_id, x.run_profile_id, x.parallel_execution_allowed, coalesce(x.outcome, l.status) as status,
  coalesce(x.engine_runtime_id, (select e.runtime_id from engine e where e.id = l.engine_id)) as engine_runtime_id, x.triggered_at,
  ${startTimeOf} as started_at, x.finished_at,
  x.timeout_minutes, x.processed_rows, x.rejected_rows, x.error_type, x.error_message, x.misfired_reason, x.plan_execution_id,
  x.attempt, (x.retry ->> 'attempts')::integer as attempts, x.first_id, x.retried_as, x.pod_name`;

/** Who asked first to end an execution, and when. Nulls: nobody, or it is not known; without a name the account was deleted. */
export type EndRequestRow = { ending_at: Date | null; ending_by: string | null; ending_by_name: string | null };

/** The columns of `EndRequestRow`, for the execution `x` of a task or a plan. */
export const endRequestColumns: Sql = sql`
  x.ending_at, x.ending_by, (
    select coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.login)
    from account a
    where a.id = x.ending_by) as ending_by_name`;

/** Converts the columns of a request to EndRequest; undefined if there was none. */
export const toEndRequestJson = (row: EndRequestRow): Schema<'EndRequest'> | undefined =>
  row.ending_at === null
    ? undefined
    : { at: row.ending_at.toISOString(), ...presentFields({ accountId: row.ending_by, accountName: row.ending_by_name }) };

/**
 * Builds the condition that `l` is the live row of an execution. With a plain `=`, the planner may read a whole index in place of a search for each id: a
 * vacuum beside an old transaction counts few rows, and the many dead ones stay (ADR 119).
 */
export const isLiveRowOf = (id: Sql): Sql => sql`l.execution_id = any (array[${id}])`;

/** Joins an execution `x` with its live row `l`, if it has not ended. */
export const joinOfLive: Sql = sql`left join live_execution l on l.execution_id = x.id`;

/**
 * The history has a partition for each month of acceptance. A partition with an execution that has not ended stays.
 * @rule history.retention.whole-months
 */
export const historyTable: PartitionedTable = {
  table: 'task_execution',
  key: 'id',
  length: 'month',
  // A row is written at acceptance and again, a little longer, at the end: with so much free space, the second version stays in the same page (ADR 118).
  storage: 'fillfactor = 45',
  isNeeded: hasLiveExecution,
};

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
