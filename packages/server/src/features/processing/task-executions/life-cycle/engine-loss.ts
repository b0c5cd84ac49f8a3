/** The ends of executions whose engine was lost, or that found no engine, and the leases that show it. */
import { reachFaultPoint } from '@millrace/wire/fault-points';
import { clockSetBack } from '../../../../core/background/database-clock.ts';
import type { Timer } from '../../../../core/background/jobs.ts';
import { servedFor } from '../../../../core/background/presence.ts';
import { json, sql, type Sql, type Tx } from '../../../../core/database/sql.ts';
import { namedSteps } from '../../../../core/database/named-steps.ts';
import { subscribe } from '../../../../core/events/domain-events.ts';
import type { Platform } from '../../../../core/platform/platform.ts';
import { addSystemLines } from '../../../monitoring/log-store/index.ts';
import { claimTimeOf, endBeforeStart, isLiveRowOf, reportedStartOf } from './executions.ts';
import { endSteps, type ExecutionEnd, nextAttempt, pauseBefore, topicsToWake } from './ends.ts';
import { mayCarryOut, workspaceOf } from './engines.ts';

/** An execution that an engine reports to hold, with the fence of its claim. */
export type Lease = { executionId: string; fence: number };

/**
 * Renews those of the leases that the engine still holds, and returns them.
 * @rule remote-engines.limits.heartbeat
 */
export const extendLeases = (
  tx: Tx,
  engine: string,
  held: readonly Lease[],
  leaseSeconds: number,
): Promise<{ id: string; stopping: boolean }[]> =>
  tx.rows(sql`
    with held as materialized (
      select l.execution_id
      from live_execution l
      join json_to_recordset(${json(held)}::json) as h ("executionId" uuid, fence bigint)
        on ${isLiveRowOf(sql`h."executionId"`)} and h.fence = l.fence
      where l.engine_id = ${engine}
      order by h."executionId"
      for no key update of l
    )
    update live_execution l
    set lease_expires_at = now() + make_interval(secs => ${leaseSeconds})
    from held
    where ${isLiveRowOf(sql`held.execution_id`)}
    returning l.execution_id as id, l.status = 'STOPPING_FLOW_EXECUTION' as stopping`);

/**
 * Ends executions whose leases have expired, and writes that into their logs. Later reports of the engine are refused. A lease counts as expired
 * only if the API was reachable for the time of a whole lease: a run must not fail because the server was down.
 * @rule task-executions.lease.expired
 * @rule task-executions.lease.nobody
 */
export const expireLeases = (tx: Tx, leaseSeconds: number, most: number): Promise<ExecutionEnd[]> =>
  endHeld(tx, {
    of: sql`
      select execution_id
      from live_execution
      where lease_expires_at < now()
        and ${servedFor(leaseSeconds)}
      order by lease_expires_at
      limit ${most}
      for update skip locked`,
    ...engineLost(sql`'; its lease ended at ' || to_char(ended.lease_expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          || '. Whether the run went on there is unknown.'`),
  });

/**
 * Ends the executions of earlier processes of an engine, whose current process has reported their end. They may have started, so they do not go
 * back into the queue.
 * @rule task-executions.lease.gone
 */
export const endGone = (tx: Tx, engine: string, incarnations: readonly string[]): Promise<ExecutionEnd[]> =>
  endHeld(tx, {
    of: sql`
      select execution_id
      from live_execution
      where engine_id = ${engine}
        and incarnation = any (${[...incarnations]}::uuid[])
      order by execution_id
      for update`,
    ...engineLost(sql`': its program ended while it held the execution, and was started again. A run that had begun was killed.'`),
  });

/** Executions that end where they are, and why. */
type HeldEnding = {
  /** Selects the ids of the live rows. */
  of: Sql;
  errorType: Sql;
  message: Sql;
  /** Whether the executions may have a next attempt. */
  mayRetry: boolean;
};

/** Builds the reason of executions whose engine `e` was lost. */
const engineLost = (messageEnd: Sql): Omit<HeldEnding, 'of'> => ({
  errorType: sql`'ENGINE_LOST'`,
  message: sql`'The engine ''' || coalesce(e.name, '?') || ''' stopped answering' || ${messageEnd}`,
  mayRetry: true,
});

/** Ends executions that engines may hold, and writes that into their logs. */
async function endHeld(tx: Tx, { of, errorType, message, mayRetry }: HeldEnding): Promise<ExecutionEnd[]> {
  const outcome = sql`
    case when ended.engine_id is null then 'DEPLOY_FAILED'
         when ended.status = 'STOPPING_FLOW_EXECUTION' then 'EXECUTION_TERMINATED'
         else 'EXECUTION_FAILED' end`;
  const steps = {
    lost: of,
    ...endSteps({
      ended: sql`
        delete from live_execution l
        using lost
        where ${isLiveRowOf(sql`lost.execution_id`)}
        returning l.execution_id, l.status, l.engine_id, l.claimed_at, l.started_at, l.lease_expires_at, l.plan_step_execution_id`,
      set: sql`
        outcome = ${outcome},
        engine_id = ended.engine_id,
        engine_runtime_id = e.runtime_id,
        claimed_at = ${claimTimeOf(sql`ended`)},
        -- A lease that has time left ends with the program that held it.
        lease_ended_at = least(ended.lease_expires_at, greatest(now(), x.triggered_at)),
        started_at = ${reportedStartOf(sql`ended`, sql`ended.started_at`)},
        finished_at = greatest(now(), ended.started_at, ended.claimed_at, x.triggered_at),
        error_type = ${errorType},
        error_message = ${message},
        retried_as = ${mayRetry ? nextAttempt(outcome, errorType) : sql`null`}`,
      joins: sql`left join engine e on e.id = ended.engine_id`,
      startedBefore: sql`ended.started_at is not null`,
      mayRetry,
    }),
  };
  const lost = await tx.rows<ExecutionEnd & { message: string }>(
    namedSteps(steps, sql`select id, step, error_message as message from recorded`),
  );
  // A separate statement, because it must see the lines of reports for which the statement above had to wait.
  if (lost.length > 0) await addSystemLines(tx, lost);
  return lost.map(({ id, step }) => ({ id, step }));
}

/**
 * Ends executions that have waited for so many seconds, if no engine that may run them was available in that time although the API was.
 * @rule task-executions.start.unavailable
 */
function endUnavailable(tx: Tx, seconds: number, most: number): Promise<ExecutionEnd[]> {
  const steps = {
    missed: sql`
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
      for update skip locked`,
    ...endSteps({
      ended: sql`
        delete from live_execution l
        using missed
        where ${isLiveRowOf(sql`missed.execution_id`)}
        returning l.execution_id, l.plan_step_execution_id, (
          select case when exists (select from dynamic_engine_assignment a where a.environment_id = e.id)
                 then 'DYNAMIC_ENGINE_UNAVAILABLE' else 'DE_ENV_NOT_CONNECTED' end
          from environment e
          where e.id = l.environment_id
            and e.is_dynamic) as dynamic_reason`,
      set: sql`
        outcome = 'DEPLOY_FAILED',
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
          else 'No engine of the environment was' end || ' available for ' || ${seconds}::text || ' seconds: start one, then start the task again.'`,
    }),
  };
  return tx.rows(namedSteps(steps, sql`select id, step from recorded`));
}

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
export const endAllLive = (tx: Tx, errorType: string, message: string): Promise<ExecutionEnd[]> =>
  endHeld(tx, {
    of: sql`
      select execution_id
      from live_execution`,
    errorType: sql`${errorType}::text`,
    message: sql`${message}::text`,
    mayRetry: false,
  });

/** The maximum number of executions that one transaction ends. */
const BATCH = 200;

/** Ends executions whose leases have expired. */
export const expireLeasesTimer: Timer = {
  name: 'expire-leases',
  milliseconds: 2000,
  does: 'ends executions whose engine has stopped answering',
  // An index of the leases would be written at each claim and each heartbeat.
  readsAll: true,
  async run(platform: Platform) {
    while ((await expireBatch(platform)) === BATCH);
  },
};

/** Ends a batch of executions whose leases have expired, and returns their number. */
async function expireBatch({ db, settings: { limits }, log, wakeups }: Platform): Promise<number> {
  const ended = await db.transaction(async (tx) => {
    const expired = await expireLeases(tx, limits.leaseSeconds, BATCH);
    if (expired.length > 0) reachFaultPoint('expire.before-commit');
    return expired;
  });
  if (ended.length === 0) return 0;
  reachFaultPoint('expire.after-commit');
  wakeups.wake(topicsToWake(ended));
  log.warn({ executions: ended.map(({ id }) => id) }, 'executions ended because their engine stopped answering');
  return ended.length;
}

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

/**
 * Limits stored times: an execution that was never delayed may be claimed at once; a delayed one, or a further attempt, waits no longer than its
 * pause; and no lease lasts longer than a new one.
 * @rule task-executions.times.set-back
 */
export const followsClock = subscribe(clockSetBack, async (tx, { limits: { leaseSeconds, busyRetrySeconds } }) => {
  await tx.rows(sql`
    with known as (
      select execution_id, now() + make_interval(secs => ${leaseSeconds}) as lease_ends,
             now() + make_interval(secs => coalesce(
               (${[...busyRetrySeconds]}::float8[])[attempts],
               (select ${pauseBefore(sql`x`)} from task_execution x where x.id = execution_id and x.first_id is not null),
               0)) as pause_ends
      from live_execution
    ), ahead as (
      select l.execution_id, known.lease_ends, known.pause_ends
      from live_execution l
      join known on known.execution_id = l.execution_id
      where l.available_at > known.pause_ends
         or l.accepted_at > now()
         or l.lease_expires_at > known.lease_ends
      order by l.execution_id
      for update of l
    )
    update live_execution l
    set available_at = least(l.available_at, ahead.pause_ends),
        accepted_at = least(l.accepted_at, now()),
        lease_expires_at = case when l.lease_expires_at is not null then least(l.lease_expires_at, ahead.lease_ends) end
    from ahead
    where ${isLiveRowOf(sql`ahead.execution_id`)}`);
});
