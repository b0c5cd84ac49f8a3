/**
 * The moves of executions whose engine was lost, or that found no engine. As in `moves.ts`, each deletes the live row and writes the outcome in one
 * statement.
 */
import { reachFaultPoint } from '@millrace/wire/fault-points';
import type { Timer } from '../../../../core/background/jobs.ts';
import { servedFor } from '../../../../core/background/presence.ts';
import type { Tx } from '../../../../core/database/db.ts';
import { sql, type Sql } from '../../../../core/database/sql.ts';
import type { Platform } from '../../../../core/platform/platform.ts';
import { addSystemLines } from '../../../monitoring/log-store/index.ts';
import { mayCarryOut, workspaceOf } from './engines.ts';
import { type ExecutionEnd, topicsToWake } from './moves.ts';
import { insertedRetries, nextAttempt } from './retries.ts';
import { endColumns, raisedEnds } from './run-events.ts';
import { claimTimeOf, endBeforeStart, reportedStartOf } from './execution-row.ts';

/**
 * Ends executions whose leases have expired, and writes that into their logs. Later reports of the engine are refused. A lease counts as expired
 * only if the API was reachable for the time of a whole lease: a run must not fail because the server was down.
 * @rule task-executions.lease.expired
 * @rule task-executions.lease.nobody
 */
export const expireLeases = (tx: Tx, leaseSeconds: number, most: number): Promise<ExecutionEnd[]> =>
  endLost(
    tx,
    sql`
      select execution_id
      from live_execution
      where lease_expires_at < now()
        and ${servedFor(leaseSeconds)}
      order by lease_expires_at
      limit ${most}
      for update skip locked`,
    sql`'; its lease ended at ' || to_char(ended.lease_expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          || '. Whether the run went on there is unknown.'`,
  );

/**
 * Ends the executions of earlier processes of an engine, whose current process has reported their end. They may have started, so they do not go
 * back into the queue.
 * @rule task-executions.lease.gone
 */
export const endGone = (tx: Tx, engine: string, incarnations: readonly string[]): Promise<ExecutionEnd[]> =>
  endLost(
    tx,
    sql`
      select execution_id
      from live_execution
      where engine_id = ${engine}
        and incarnation = any (${[...incarnations]}::uuid[])
      order by execution_id
      for update`,
    sql`': its program ended while it held the execution, and was started again. A run that had begun was killed.'`,
  );

async function endLost(tx: Tx, selectLost: Sql, messageEnd: Sql): Promise<ExecutionEnd[]> {
  const lost = await tx.rows<ExecutionEnd & { message: string }>(sql`
    with lost as (${selectLost}
    ), ended as (
      delete from live_execution l
      using lost
      where l.execution_id = lost.execution_id
      returning l.execution_id, l.status, l.engine_id, l.claimed_at, l.started_at, l.lease_expires_at, l.plan_step_execution_id
    ), recorded as (
      update task_execution x
      set outcome = case ended.status when 'STOPPING_FLOW_EXECUTION' then 'EXECUTION_TERMINATED' else 'EXECUTION_FAILED' end,
          engine_id = ended.engine_id,
          engine_runtime_id = e.runtime_id,
          claimed_at = ${claimTimeOf(sql`ended`)},
          -- A lease that has time left ends with the program that held it.
          lease_ended_at = least(ended.lease_expires_at, greatest(now(), x.triggered_at)),
          started_at = ${reportedStartOf(sql`ended`, sql`ended.started_at`)},
          finished_at = greatest(now(), ended.started_at, ended.claimed_at, x.triggered_at),
          error_type = 'ENGINE_LOST',
          error_message = 'The engine ''' || coalesce(e.name, '?') || ''' stopped answering' || ${messageEnd},
          retried_as = ${nextAttempt(sql`case ended.status when 'STOPPING_FLOW_EXECUTION' then null else 'EXECUTION_FAILED' end`, sql`'ENGINE_LOST'`)}
      from ended
      left join engine e on e.id = ended.engine_id
      where x.id = ended.execution_id
      returning ${endColumns(sql`ended.started_at is not null`)}
    ), ${insertedRetries(sql`recorded`)}, raised as (${raisedEnds(sql`recorded`)}
    )
    select recorded.id, ended.plan_step_execution_id as step, recorded.error_message as message
    from recorded
    join ended on ended.execution_id = recorded.id`);
  // A separate statement, because it must see the lines of reports for which the statement above had to wait.
  if (lost.length > 0) await addSystemLines(tx, lost);
  return lost.map(({ id, step }) => ({ id, step }));
}

/**
 * Ends executions that have waited for so many seconds, if no engine that may run them was available in that time although the API was.
 * @rule task-executions.start.unavailable
 */
const endUnavailable = (tx: Tx, seconds: number, most: number): Promise<ExecutionEnd[]> =>
  tx.rows(sql`
    with missed as (
      select l.execution_id
      from live_execution l
      where l.engine_id is null
        and l.accepted_at < now() - make_interval(secs => ${seconds})
        and ${servedFor(seconds)}
        and not exists (
          select from engine g
          where ${mayCarryOut(sql`l.target_id`, workspaceOf(sql`l`))}
            and g.last_beat_at > now() - make_interval(secs => ${seconds})
            and (g.ill_since is null or g.ill_since > now() - make_interval(secs => ${seconds}))
            and (g.withheld_at is null or g.withheld_at > now() - make_interval(secs => ${seconds})))
      order by l.execution_id
      limit ${most}
      for update skip locked
    ), ended as (
      delete from live_execution l
      using missed
      where l.execution_id = missed.execution_id
      returning l.execution_id, l.plan_step_execution_id, (
        select case when exists (select from dynamic_engine_assignment a where a.environment_id = e.id)
               then 'DYNAMIC_ENGINE_UNAVAILABLE' else 'DE_ENV_NOT_CONNECTED' end
        from environment e
        where e.id = l.environment_id
          and e.is_dynamic) as dynamic_reason
    ), recorded as (
      update task_execution x
      set outcome = 'DEPLOY_FAILED',
          finished_at = ${endBeforeStart},
          misfired_reason = coalesce(ended.dynamic_reason, case x.runtime_type
            when 'REMOTE_ENGINE' then 'REMOTE_ENGINE_UNAVAILABLE'
            when 'REMOTE_ENGINE_CLUSTER' then 'REMOTE_ENGINE_UNAVAILABLE_IN_CLUSTER'
            else 'UNKNOWN' end),
          error_type = 'ENGINE_UNAVAILABLE',
          error_message = case case when ended.dynamic_reason is null then x.runtime_type else ended.dynamic_reason end
            when 'DYNAMIC_ENGINE_UNAVAILABLE' then 'The agent of its dynamic engine was not'
            when 'DE_ENV_NOT_CONNECTED' then 'Its environment has no dynamic engine, so that none was'
            when 'REMOTE_ENGINE' then 'Its engine was not'
            when 'REMOTE_ENGINE_CLUSTER' then 'No engine of its cluster was'
            else 'No engine of the environment was' end || ' available for ' || ${seconds}::text || ' seconds: start one, then start the task again.'
      from ended
      where x.id = ended.execution_id
      returning ended.plan_step_execution_id as step, ${endColumns(sql`false`)}
    ), raised as (${raisedEnds(sql`recorded`)}
    )
    select id, step
    from recorded`);

/**
 * Makes the leases of an engine expire now, because it will not come back. The timer ends its executions as lost within seconds.
 * @rule remote-engines.unpair.executions
 */
export const endLeases = (tx: Tx, engine: string): Promise<unknown> =>
  tx.rows(sql`
    update live_execution
    set lease_expires_at = now()
    where execution_id in (
      select execution_id
      from live_execution
      where engine_id = ${engine}
        and lease_expires_at > now()
      order by execution_id
      for no key update)`);

/**
 * Ends all executions that have not ended, with one reason. A restore needs this before a server uses the database: each of them may have run
 * elsewhere.
 */
export async function endAllLive(tx: Tx, errorType: string, message: string): Promise<ExecutionEnd[]> {
  const ended = await tx.rows<ExecutionEnd>(sql`
    with ended as (
      delete from live_execution
      returning execution_id, status, engine_id, claimed_at, started_at, lease_expires_at, plan_step_execution_id
    ), recorded as (
      update task_execution x
      set outcome = case
            when ended.engine_id is null then 'DEPLOY_FAILED'
            when ended.status = 'STOPPING_FLOW_EXECUTION' then 'EXECUTION_TERMINATED'
            else 'EXECUTION_FAILED' end,
          engine_id = ended.engine_id,
          engine_runtime_id = (select e.runtime_id from engine e where e.id = ended.engine_id),
          claimed_at = ${claimTimeOf(sql`ended`)},
          lease_ended_at = least(ended.lease_expires_at, greatest(now(), x.triggered_at)),
          started_at = ${reportedStartOf(sql`ended`, sql`ended.started_at`)},
          finished_at = greatest(now(), ended.started_at, ended.claimed_at, x.triggered_at),
          error_type = ${errorType},
          error_message = ${message}
      from ended
      where x.id = ended.execution_id
      returning ended.plan_step_execution_id as step, ${endColumns(sql`ended.started_at is not null`)}
    ), raised as (${raisedEnds(sql`recorded`)}
    )
    select id, step
    from recorded`);
  const lines = ended.map(({ id }) => ({ id, message }));
  if (lines.length > 0) await addSystemLines(tx, lines);
  return ended;
}

/** The maximum number of executions that one transaction ends. */
const BATCH = 200;

/** Ends executions whose leases have expired. */
export const expireLeasesTimer: Timer = {
  name: 'expire-leases',
  milliseconds: 2000,
  does: 'ends executions whose engine has stopped answering',
  async run({ db, settings: { limits }, log, wakeups }: Platform) {
    const ended = await db.transaction(async (tx) => {
      const expired = await expireLeases(tx, limits.leaseSeconds, BATCH);
      if (expired.length > 0) reachFaultPoint('expire.before-commit');
      return expired;
    });
    if (ended.length === 0) return;
    reachFaultPoint('expire.after-commit');
    wakeups.wake(topicsToWake(ended));
    log.warn({ executions: ended.map(({ id }) => id) }, 'executions ended because their engine stopped answering');
  },
};

/** Ends executions that have waited too long for an engine that may run them. */
export const endUnavailableTimer: Timer = {
  name: 'end-unavailable',
  milliseconds: 15_000,
  does: 'ends executions that have waited too long for an engine that may run them',
  async run({ db, settings: { limits }, log, wakeups }: Platform) {
    const ended = await endUnavailable(db.writer, limits.engineWaitSeconds, BATCH);
    if (ended.length === 0) return;
    wakeups.wake(topicsToWake(ended));
    log.warn({ executions: ended.map(({ id }) => id) }, 'executions ended because no engine that may run them was available');
  },
};
