/**
 * Retries: the end of an attempt adds the next one, in the same statement. So no process needs to remember it, and a plan step that waits for the attempt
 * waits for the next one, too (ADR 71).
 */
import { newIdSql, sql, type Sql } from '../../../../core/database/sql.ts';
import { targetOfRow } from './engines.ts';

/** The maximum seconds that an attempt waits. */
const LONGEST_WAIT = 86_400;

/** The columns of a record that the next attempt copies, in the order in which `insertedRetries` reads them. */
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
 * Builds the parts of a statement that add the next attempts of `ended`, a part with the columns `id` and `retried_as`. An attempt has the parameters and
 * the version of the first one. It waits in the queue, so that it can be ended there.
 * @rule task-executions.retry.same
 * @rule task-executions.retry.wait
 */
export const insertedRetries = (ended: Sql): Sql => sql`
  retried as (
    insert into task_execution (id, ${copiedColumns}, attempt, first_id)
    select n.next_id, ${copiedColumns}, o.attempt + 1, coalesce(o.first_id, o.id)
    from (select id as ended_id, retried_as as next_id from ${ended} where retried_as is not null) n
    join task_execution o on o.id = n.ended_id
    returning *
  ), queued as (
    insert into live_execution (
      execution_id, environment_id, workspace_id, task_id, target_id, alone, plan_step_execution_id, accepted_at, available_at)
    select r.id, r.environment_id, r.workspace_id, r.task_id, ${targetOfRow(sql`r`)}, not r.parallel_execution_allowed, r.plan_step_execution_id, due.at,
           due.at
    from retried r
    cross join lateral (select now() + make_interval(secs => ${pauseBefore(sql`r`)}) as at) due
  )`;
