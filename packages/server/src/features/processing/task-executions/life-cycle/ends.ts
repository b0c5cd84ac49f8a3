/**
 * What all statements share that end executions: the outcomes, the next attempts, the events, and the topics to wake afterwards. Each end adds the next
 * attempt and raises its events in the same statement, so that no process needs to remember them, and no event comes without its change (ADR 71). If no
 * tenant waits for the events, that step only checks this and reads no rows.
 */
import type { EventTypeName } from '@millrace/contract/event-types';
import { newIdSql, type Sql, sql } from '../../../../core/database/sql.ts';
import type { Steps } from '../../../../core/database/named-steps.ts';
import { anyWaitsFor, momentText, raisedFrom } from '../../../events/outbox/index.ts';
import { endBeforeStart, reportedStartOf } from './executions.ts';
import { targetOfRow } from './engines.ts';

/** The maximum seconds that an attempt waits. */
const LONGEST_WAIT = 86_400;

/** The columns of a record that its start writes and the next attempt copies. */
export const copiedColumns: Sql = sql`
  tenant_id, environment_id, workspace_id, task_id, task_name, task_version, tags, artifact_name, artifact_version, layout, blob_hash,
  parameters, connections, resources, log_level, timeout_minutes, parallel_execution_allowed, execution_type, api_version, account_id,
  user_type, runtime_type, wanted_engine_id, wanted_cluster_id, run_profile_id, jvm_arguments, plan_execution_id, plan_step_execution_id,
  secret_parameters, artifact_id, traceparent, retry, context_name`;

/** The name of an outcome in the field `on` of a retry; null for an outcome that is never retried. */
const kindOfEnd = (outcome: Sql, errorType: Sql): Sql => sql`
  case ${outcome}
    when 'EXECUTION_TERMINATED_TIMEOUT' then 'TIMED_OUT'
    when 'EXECUTION_TERMINATED_SHUTDOWN' then 'ENGINE_LOST'
    when 'EXECUTION_FAILED' then case when ${errorType} in ('ENGINE_LOST', 'OUT_OF_MEMORY', 'EVICTED') then ${errorType} else 'FAILED' end
  end`;

/**
 * Builds the value of `retried_as` for an execution `x` that ends: the id of the next attempt, or null. There is no next attempt if the task was paused
 * or deleted meanwhile, or if its plan execution is being ended.
 * @rule task-executions.retry.outcomes
 * @rule task-executions.retry.attempts
 * @rule task-executions.retry.withdrawn
 */
export const nextAttempt = (outcome: Sql, errorType: Sql): Sql => sql`
  case
    when x.retry is not null
      and x.attempt < (x.retry ->> 'attempts')::integer
      and coalesce(x.retry -> 'on' ? (${kindOfEnd(outcome, errorType)}), false)
      and exists (select from task t where t.id = x.task_id and t.paused_at is null)
      and not exists (select from plan_execution p where p.id = x.plan_execution_id and p.ending_at is not null)
    then ${newIdSql}
  end`;

/** The seconds that an attempt, a record after the first one, waits in the queue. */
export const pauseBefore = (record: Sql): Sql => sql`
  least(${LONGEST_WAIT}, (${record}.retry ->> 'waitSeconds')::float8 * power((${record}.retry ->> 'backoff')::float8, ${record}.attempt - 2))`;

/**
 * The steps that add the next attempts of `recorded`, a step with the columns `id` and `retried_as`. An attempt has the parameters and the version of the
 * first one. It waits in the queue, so that it can be ended there.
 * @rule task-executions.retry.same
 * @rule task-executions.retry.wait
 */
const nextAttempts: Steps = {
  retried: sql`
    insert into task_execution (id, ${copiedColumns}, attempt, first_id)
    select n.next_id, ${copiedColumns}, o.attempt + 1, coalesce(o.first_id, o.id)
    from (select id as ended_id, retried_as as next_id from recorded where retried_as is not null) n
    join task_execution o on o.id = n.ended_id
    returning *`,
  queued: sql`
    insert into live_execution (
      execution_id, environment_id, workspace_id, task_id, target_id, alone, plan_step_execution_id, accepted_at, available_at)
    select r.id, r.environment_id, r.workspace_id, r.task_id, ${targetOfRow(sql`r`)}, not r.parallel_execution_allowed, r.plan_step_execution_id, due.at,
           due.at
    from retried r
    cross join lateral (select now() + make_interval(secs => ${pauseBefore(sql`r`)}) as at) due`,
};

/** What a statement that ends executions writes into their records. */
type Ending = {
  /** Deletes live rows, and returns their columns `execution_id` and `plan_step_execution_id`, and those that the other parts read. */
  ended: Sql;
  /** The assignments of the record `x`, from the live row `ended`. */
  set: Sql;
  /** The joins that the assignments need beside `ended`. */
  joins?: Sql;
  /** Whether an earlier statement has raised the event of the start; left out for executions that have not begun. */
  startedBefore?: Sql;
  /** Whether the executions may have a next attempt: then the assignments set `retried_as`. */
  mayRetry?: boolean;
};

/**
 * Builds the steps that all statements have which end executions: `ended` deletes the live rows and returns them, `recorded` writes the outcomes, and then
 * the next attempts are added and the events are raised. No step may limit the ids of the records by a parameter, so that PostgreSQL leaves out partitions
 * before it begins: when another transaction changes a live row at the same moment, PostgreSQL 18 then updates no record at all (ADR 118).
 */
export const endSteps = ({ ended, set, joins = sql``, startedBefore = sql`false`, mayRetry = false }: Ending): Steps => ({
  ended,
  recorded: sql`
    update task_execution x
    set ${set}
    from ended
    ${joins}
    where x.id = ended.execution_id
    returning ended.plan_step_execution_id as step, ${endColumns(startedBefore)}`,
  ...(mayRetry && nextAttempts),
  raised: raisedEnds(sql`recorded`),
});

/** The assignments of a record that is ended on request before an engine has it. */
export const endedUnclaimed: Sql = sql`
  outcome = 'EXECUTION_TERMINATED',
  finished_at = ${endBeforeStart},
  error_message = 'Terminated before an engine claimed it.'`;

const STARTED = 'com.service.v1.task.run.started' satisfies EventTypeName;
const FINISHED = 'com.service.v1.task.run.finished' satisfies EventTypeName;
const MISFIRED = 'com.service.v1.task.run.misfired' satisfies EventTypeName;
const RELOADED = 'com.service.v1.app.reload.finished' satisfies EventTypeName;

/**
 * The columns that a statement with the execution `x` returns for `raisedEnds`. `started_before` says whether an earlier statement has raised the event
 * of the start.
 */
const endColumns = (startedBefore: Sql): Sql => sql`
  x.id, x.tenant_id, x.environment_id, x.workspace_id, x.task_id, x.task_name, x.artifact_id, x.artifact_name, x.account_id, x.engine_id, x.outcome,
  x.started_at, x.finished_at, x.processed_rows, x.rejected_rows, x.error_type, x.error_message, x.misfired_reason, x.plan_execution_id,
  x.attempt, x.retried_as,
  ${startedBefore} as started_before`;

/** The fields that all events of an execution `e` have. */
const common: Sql = sql`
  'executionId', e.id, 'taskId', e.task_id, 'taskName', e.task_name, 'environmentId', e.environment_id, 'workspaceId', e.workspace_id,
  'planExecutionId', e.plan_execution_id`;

/** The owner of an event is the account in whose name the execution runs. */
const raised = (rows: Sql): Sql =>
  raisedFrom(
    sql`
      select e.tenant_id, n.type, e.workspace_id as space_id, coalesce(n.resource, e.task_id)::text as resource_id, e.account_id as owner_id,
             null::uuid as actor_id, n.data, n.place
      ${rows}`,
    sql`order by r.place`,
  );

/**
 * Builds the part of a statement that raises the events of starts. `started` has the columns of live rows, and `is_first` for those that were not
 * reported before.
 * @rule events.task-runs.started
 */
export const raisedStarts = (started: Sql): Sql =>
  raised(sql`
      from ${started} l
      join task_execution x on x.id = l.execution_id
      cross join lateral (
        select x.id, x.tenant_id, x.environment_id, x.workspace_id, x.task_id, x.task_name, x.account_id, x.plan_execution_id, l.engine_id,
               ${reportedStartOf(sql`l`, sql`l.started_at`)} as started_at) e
      cross join lateral (
        select 0 as place, ${STARTED}::text as type, null::uuid as resource, ${startData} as data) n
      where l.is_first
        and ${anyWaitsFor([STARTED])}`);

const startData: Sql = sql`jsonb_build_object(${common}, 'engineId', e.engine_id, 'startedAt', ${momentText(sql`e.started_at`)})`;

/** The result of an execution `e`: ok only for a success. */
const result: Sql = sql`case e.outcome when 'EXECUTION_SUCCESS' then 'ok' else 'error' end`;

/**
 * Builds the part of a statement that raises the events of ends. `ended` has the columns of `endColumns`. A run whose start was never reported raises
 * its start, too.
 * @rule events.task-runs.finished
 * @rule events.task-runs.misfired
 * @rule events.app-reloads.finished
 */
export const raisedEnds = (ended: Sql): Sql =>
  raised(sql`
      from ${ended} e
      cross join lateral (
        select 0 as place, ${STARTED}::text as type, null::uuid as resource, ${startData} as data
        where e.started_at is not null
          and not e.started_before
        union all
        select 1, ${MISFIRED}, null,
               jsonb_build_object(${common}, 'reason', e.misfired_reason, 'errorMessage', e.error_message, 'misfiredAt', ${momentText(sql`e.finished_at`)})
        where e.misfired_reason is not null
        union all
        select 2, ${FINISHED}, null,
               jsonb_build_object(
                 ${common}, 'status', ${result}, 'executionStatus', e.outcome, 'startedAt', ${momentText(sql`e.started_at`)},
                 'finishedAt', ${momentText(sql`e.finished_at`)}, 'processedRows', e.processed_rows, 'rejectedRows', e.rejected_rows,
                 'errorType', e.error_type, 'errorMessage', e.error_message, 'attempt', e.attempt, 'nextExecutionId', e.retried_as)
        union all
        select 3, ${RELOADED}, e.artifact_id,
               jsonb_build_object(
                 'appId', e.artifact_id, 'name', e.artifact_name, 'reloadId', e.id, 'status', ${result}, 'endTime', ${momentText(sql`e.finished_at`)},
                 'duration', coalesce(extract(epoch from e.finished_at - e.started_at)::bigint, 0),
                 'errors', case when e.error_message is null then '[]' else jsonb_build_array(e.error_message) end, 'warnings', jsonb_build_array())
        where e.artifact_id is not null
          and coalesce((select a.type from artifact a where a.id = e.artifact_id), 'standard') in ('standard', 'big_data_batch', 'pipeline')
      ) n
      where ${anyWaitsFor([STARTED, MISFIRED, FINISHED, RELOADED])}`);

/**
 * An execution that has ended; `step` is the plan step that waits for it, or null. `isBuiltIn`: it ran a bundle that comes with Millrace; set only for
 * ends that engines report.
 */
export type ExecutionEnd = { id: string; step: string | null; isBuiltIn?: boolean };

/** The topic for the timer that advances plans. */
export const STEPS = 'plan-steps';

/** The topic for the timer that ends crawls, which are runs of a built-in bundle. */
export const BUILT_IN_ENDS = 'built-in-ends';

/** The topics to wake after executions have ended. A wake-up is sent after the commit and may be lost; each subscriber also polls the tables. */
export const topicsToWake = (ended: readonly ExecutionEnd[]): string[] => [
  ...(ended.some(({ step }) => step !== null) ? [STEPS] : []),
  ...(ended.some(({ isBuiltIn }) => isBuiltIn) ? [BUILT_IN_ENDS] : []),
];

/** The topic for claims of an environment: a caller asked to end executions there. */
export const stopsIn = (environment: string): string => `stops-${environment}`;
