/**
 * Retries: the end of an attempt adds the next one, in the same statement. So no process needs to remember it, and a plan step that waits for the attempt
 * waits for the next one, too (ADR 71).
 */
import { newIdSql, sql, type Sql } from '../../../../core/database/sql.ts';
import type { Steps } from '../../../../core/database/with-steps.ts';
import { targetOfRow } from './engines.ts';
import { endBeforeStart } from './execution-row.ts';
import { endColumns, raisedEnds } from './run-events.ts';

/** The maximum seconds that an attempt waits. */
const LONGEST_WAIT = 86_400;

/** The columns of a record that the next attempt copies, in the order in which `nextAttempts` reads them. */
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
 * the next attempts are added and the events are raised.
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
