/**
 * The statements that move a task execution to another status. An execution that has not ended has a row in `live_execution`. The statement that
 * deletes this row also writes the outcome, so that no race can undo an end or end an execution twice. Some put executions back into the queue: of
 * claims that were not answered, and from engines that could not start them.
 */
import { json, sql, type Sql, storable, type Tx } from '../../../../core/database/sql.ts';
import { namedSteps } from '../../../../core/database/named-steps.ts';
import type { Actor } from '../../../../identity/actor.ts';
import { nextIndexOf } from '../../../monitoring/log-store/index.ts';
import { claimTimeOf, isLiveRowOf, reportedStartOf } from './executions.ts';
import { endedUnclaimed, endSteps, type ExecutionEnd, nextAttempt, raisedStarts } from './ends.ts';
import { type Outcome, statusesBefore } from './states.ts';

/** The order in which all statements lock live rows. Another order would lead to deadlocks between reports and heartbeats. */
const byId = (first: { id: string }, second: { id: string }): number => (first.id < second.id ? -1 : 1);

/** A start that an engine reports. */
type StartMove = { id: string; fence: number; startedAt: number; podName?: string | undefined };

/**
 * Marks executions as running. One that is being stopped keeps that status and gets only its start time. Raises their events.
 * @rule task-executions.lease.fence
 */
export function markStarted(tx: Tx, engine: string, starts: readonly StartMove[]): Promise<{ id: string }[]> {
  const steps = {
    started: sql`
      update live_execution l
      set status = case l.status when 'DISPATCHING_FLOW' then 'STARTING_FLOW_EXECUTION' else l.status end,
          started_at = coalesce(l.started_at, to_timestamp(s."startedAt" / 1000.0)),
          -- 1 after the first report, 2 after any further one.
          start_reports = least(l.start_reports + 1, 2)
      from json_to_recordset(${json(starts.toSorted(byId))}::json) as s (
        id uuid, fence bigint, "startedAt" double precision, "podName" text)
      where ${isLiveRowOf(sql`s.id`)}
        and l.fence = s.fence
        and l.engine_id = ${engine}
        and l.status = any (${[...statusesBefore('STARTING_FLOW_EXECUTION'), 'STARTING_FLOW_EXECUTION', 'STOPPING_FLOW_EXECUTION']})
      returning l.execution_id, l.engine_id, l.claimed_at, l.started_at, l.start_reports = 1 as is_first, s."podName" as pod_name`,
    // Left out if no run has a pod, because otherwise the record of an execution is not written at its start.
    named: starts.some(({ podName }) => podName !== undefined) ? namedPods : undefined,
    raised: raisedStarts(sql`started`),
  };
  return tx.rows(namedSteps(steps, sql`select execution_id as id from started`));
}

const namedPods: Sql = sql`
  update task_execution x
  set pod_name = started.pod_name
  from started
  where x.id = started.execution_id
    and started.pod_name is not null`;

/** An outcome that an engine reports. */
type FinishMove = {
  id: string;
  fence: number;
  outcome: Outcome;
  startedAt?: number | undefined;
  podName?: string | undefined;
  finishedAt: number;
  processedRows?: number | undefined;
  rejectedRows?: number | undefined;
  exitCode?: number | undefined;
  errorType?: string | undefined;
  errorMessage?: string | undefined;
};

/**
 * Ends executions with the outcomes that their engine reports, and returns those that it held under the reported fence. Delayed executions of the same
 * task may then be claimed at once. If the reported start precedes the claim, the duration is kept.
 * @rule task-executions.lease.fence
 */
export function markFinished(tx: Tx, engine: string, finishes: readonly FinishMove[]): Promise<ExecutionEnd[]> {
  const steps = {
    f: sql`
      select *
      from json_to_recordset(${json(finishes.map(toStorable).toSorted(byId))}::json) as f (
        id uuid, fence bigint, outcome text, "startedAt" double precision, "finishedAt" double precision, "processedRows" bigint,
        "rejectedRows" bigint, "exitCode" integer, "errorType" text, "errorMessage" text, "podName" text)
      -- So that it is planned for 10 rows: for 100, the planner may read all live rows, with the dead ones, in place of their index (ADR 118).
      limit ${finishes.length}`,
    ...endSteps({
      ended: sql`
        delete from live_execution l
        using f
        where ${isLiveRowOf(sql`f.id`)}
          and l.fence = f.fence
          and l.engine_id = ${engine}
          and l.status = any (${statusesBefore('EXECUTION_SUCCESS')})
        returning l.execution_id, l.engine_id, l.task_id, l.alone, l.claimed_at, l.started_at, l.plan_step_execution_id`,
      set: sql`
        outcome = f.outcome,
        engine_id = ended.engine_id,
        engine_runtime_id = (select e.runtime_id from engine e where e.id = ended.engine_id),
        claimed_at = ${claimTimeOf(sql`ended`)},
        started_at = ${reportedStartOf(sql`ended`, sql`run.started_at`)},
        finished_at = greatest(
          run.finished_at + greatest(${reportedStartOf(sql`ended`, sql`run.started_at`)} - run.started_at, interval '0'),
          run.started_at, ended.claimed_at, x.triggered_at),
        processed_rows = f."processedRows",
        rejected_rows = f."rejectedRows",
        exit_code = f."exitCode",
        error_type = f."errorType",
        error_message = f."errorMessage",
        pod_name = coalesce(f."podName", x.pod_name),
        log_complete_at = now(),
        retried_as = ${nextAttempt(sql`f.outcome`, sql`f."errorType"`)}`,
      joins: sql`
        join f on f.id = ended.execution_id
        cross join lateral (
          select coalesce(ended.started_at, to_timestamp(f."startedAt" / 1000.0)) as started_at, to_timestamp(f."finishedAt" / 1000.0) as finished_at
        ) run`,
      startedBefore: sql`ended.started_at is not null`,
      mayRetry: true,
    }),
    freed: sql`
      update live_execution l
      set available_at = now()
      from ended
      where ended.alone
        and l.task_id = any (array[ended.task_id])
        and l.attempts > 0
        -- Not "engine_id is null", for which the planner may read the whole index of the queue.
        and l.status = 'EXECUTION_EVENT_RECEIVED'`,
  };
  return tx.rows(namedSteps(steps, sql`select id, step, artifact_id is null as "isBuiltIn" from recorded`));
}

/** Engines remove characters that PostgreSQL cannot store. If an engine does not, its reports must not be refused again and again. */
const toStorable = <Move extends Pick<FinishMove, 'errorType' | 'errorMessage'>>(move: Move): Move => ({
  ...move,
  errorType: move.errorType === undefined ? undefined : storable(move.errorType),
  errorMessage: move.errorMessage === undefined ? undefined : storable(move.errorMessage),
});

/**
 * Requests the end of executions whose live rows the caller has locked: at once if no engine has the execution, otherwise by its engine. Finished
 * ones stay as they are. Returns those that have ended. The first request is kept with its account, in the record, so that claims and ends of engines
 * need not carry it. An execution is either held or ended here, so that no record is written twice.
 * @rule task-executions.end.waiting
 * @rule task-executions.end.again
 * @rule task-executions.end.account
 */
export function requestEnd(tx: Tx, { id: account }: Pick<Actor, 'id'>, ids: readonly string[]): Promise<ExecutionEnd[]> {
  const request = sql`ending_at = now(), ending_by = ${account}`;
  const steps = {
    stopping: sql`
      update live_execution
      set status = 'STOPPING_FLOW_EXECUTION'
      where execution_id = any (${[...ids]})
        and status = any (${statusesBefore('STOPPING_FLOW_EXECUTION')})
      returning execution_id`,
    requested: sql`
      update task_execution x
      set ${request}
      from stopping
      where x.id = stopping.execution_id`,
    ...endSteps({
      ended: sql`
        delete from live_execution
        where execution_id = any (${[...ids]})
          and engine_id is null
        returning execution_id, plan_step_execution_id`,
      set: sql`${request}, ${endedUnclaimed}`,
    }),
  };
  return tx.rows(namedSteps(steps, sql`select id, step from recorded`));
}

/** The columns of a live row `l` that change when an execution goes back into the queue. The higher fence makes all earlier leases invalid. */
const queuedAgain = sql`
  status = 'EXECUTION_EVENT_RECEIVED',
  engine_id = null,
  fence = l.fence + 1,
  lease_expires_at = null,
  claimed_at = null,
  incarnation = null,
  claim_number = null`;

/**
 * Puts executions of claims that the engine reports as unanswered back into the queue. None of them can have started.
 * @rule task-executions.lease.unanswered
 */
export const giveBackUnanswered = (tx: Tx, engine: string, incarnation: string, numbers: readonly number[]): Promise<{ id: string }[]> =>
  giveBack(tx, sql`engine_id = ${engine} and incarnation = ${incarnation} and claim_number = any (${[...numbers]}::bigint[])`);

/**
 * Puts executions back into the queue that were claimed for an engine and could not be handed out.
 * @rule task-executions.lease.unanswered
 */
export const giveBackClaimed = (tx: Tx, engine: string, claimed: readonly { id: string; fence: number }[]): Promise<{ id: string }[]> =>
  giveBack(
    tx,
    sql`engine_id = ${engine} and (execution_id, fence) in (select id, fence from json_to_recordset(${json(claimed)}::json) as c (id uuid, fence bigint))`,
  );

/** Puts live executions that meet the condition and have not started back into the queue. Those whose end was requested meanwhile end instead. */
function giveBack(tx: Tx, condition: Sql): Promise<{ id: string }[]> {
  const steps = {
    unstarted: sql`
      select execution_id, status
      from live_execution
      where ${condition}
        and started_at is null
      order by execution_id
      for update`,
    ...endSteps({
      ended: sql`
        delete from live_execution l
        using unstarted
        where ${isLiveRowOf(sql`unstarted.execution_id`)}
          and unstarted.status = 'STOPPING_FLOW_EXECUTION'
        returning l.execution_id, l.plan_step_execution_id`,
      set: endedUnclaimed,
    }),
  };
  return tx.rows(
    namedSteps(
      steps,
      sql`
        update live_execution l
        set ${queuedAgain}
        from unstarted
        where ${isLiveRowOf(sql`unstarted.execution_id`)}
          and unstarted.status = any (${statusesBefore('EXECUTION_EVENT_RECEIVED')})
        returning l.execution_id as id`,
    ),
  );
}

/** An execution that its engine gives back, and the error with which it ends if it was given back too often. */
type ReturnMove = { id: string; fence: number; errorType: string; errorMessage: string };

/**
 * The seconds for which an execution is delayed after each return, so that one that no engine can start does not block the queue. The length of the
 * list is the limit of returns, so that an execution does not go from engine to engine for ever.
 */
const RETURN_DELAY_SECONDS = [0, 2, 5, 15, 30];

/** The number of times that an execution may be given back. */
export const MAX_RETURNS = RETURN_DELAY_SECONDS.length;

/**
 * Puts executions back into the queue that an engine could not start, because its machine is ill. An execution whose end was requested meanwhile,
 * or that was returned too often, ends: `over` is true. The caller has locked the rows, so that all log lines of this holder are stored and those
 * of the next one follow.
 * @rule task-executions.lease.returned
 */
export function giveBackReturned(tx: Tx, engine: string, returns: readonly ReturnMove[]): Promise<(ExecutionEnd & { over: boolean })[]> {
  const steps = {
    returned: sql`
      select l.execution_id, l.plan_step_execution_id, l.status = 'STOPPING_FLOW_EXECUTION' or l.returns >= ${MAX_RETURNS} as over,
             r."errorType" as error_type, r."errorMessage" as error_message
      from live_execution l
      join json_to_recordset(${json(returns.map(toStorable))}::json) as r (id uuid, fence bigint, "errorType" text, "errorMessage" text)
        on r.id = l.execution_id and r.fence = l.fence
      where l.engine_id = ${engine}
        and l.started_at is null
        and l.status in ('DISPATCHING_FLOW', 'STOPPING_FLOW_EXECUTION')`,
    ...endSteps({
      ended: sql`
        delete from live_execution l
        using returned r
        where ${isLiveRowOf(sql`r.execution_id`)}
          and r.over
        returning l.execution_id, l.plan_step_execution_id, l.status, l.claimed_at, r.error_type, r.error_message`,
      set: sql`
        outcome = case ended.status when 'STOPPING_FLOW_EXECUTION' then 'EXECUTION_TERMINATED' else 'DEPLOY_FAILED' end,
        engine_id = ${engine},
        engine_runtime_id = (select e.runtime_id from engine e where e.id = ${engine}),
        claimed_at = ${claimTimeOf(sql`ended`)},
        finished_at = greatest(now(), ended.claimed_at, x.triggered_at),
        log_complete_at = now(),
        error_type = case ended.status when 'DISPATCHING_FLOW' then ended.error_type end,
        error_message = case ended.status when 'DISPATCHING_FLOW' then ended.error_message else 'Terminated before it began.' end`,
    }),
    waiting: sql`
      update live_execution l
      set ${queuedAgain},
          returns = l.returns + 1,
          available_at = now() + make_interval(secs => (${RETURN_DELAY_SECONDS}::float8[])[l.returns + 1]),
          first_line = ${nextIndexOf(sql`l.execution_id`)}
      from returned r
      where ${isLiveRowOf(sql`r.execution_id`)}
        and not r.over`,
  };
  return tx.rows(namedSteps(steps, sql`select execution_id as id, plan_step_execution_id as step, over from returned`));
}
