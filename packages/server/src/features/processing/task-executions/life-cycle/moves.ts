/**
 * The statements that move a task execution to another status. An execution that has not ended has a row in `live_execution`. The statement that
 * deletes this row also writes the outcome, so that no race can undo an end or end an execution twice.
 */
import type { Tx } from '../../../../core/database/db.ts';
import { json, sql, type Sql, storable } from '../../../../core/database/sql.ts';
import { withSteps } from '../../../../core/database/with-steps.ts';
import { endedUnclaimed, endSteps, nextAttempt } from './retries.ts';
import { raisedStarts } from './run-events.ts';
import { type Outcome, statusesBefore } from './states.ts';
import { claimTimeOf, reportedStartOf } from './execution-row.ts';

/**
 * An execution that has ended; `step` is the plan step that waits for it, or null. `isBuiltIn`: it ran a bundle that comes with Millrace; set only for
 * ends that engines report.
 */
export type ExecutionEnd = { id: string; step: string | null; isBuiltIn?: boolean };

/** The order in which all statements lock live rows. Another order would lead to deadlocks between reports and heartbeats. */
const byId = (first: { id: string }, second: { id: string }): number => (first.id < second.id ? -1 : 1);

/** A start that an engine reports. */
type StartMove = { id: string; fence: number; startedAt: number; podName?: string | undefined };

/**
 * Marks executions as running. One that is being stopped keeps that status and gets only its start time.
 * @rule task-executions.lease.fence
 */
export function markStarted(tx: Tx, engine: string, starts: readonly StartMove[]): Promise<{ id: string }[]> {
  const steps = {
    started: sql`
      update live_execution l
      set status = case l.status when 'DISPATCHING_FLOW' then 'STARTING_FLOW_EXECUTION' else l.status end,
          started_at = coalesce(l.started_at, to_timestamp(s."startedAt" / 1000.0)),
          start_reports = least(l.start_reports + 1, 2)
      from json_to_recordset(${json(starts.toSorted(byId))}::json) as s (
        id uuid, fence bigint, "startedAt" double precision, "podName" text)
      where l.execution_id = s.id
        and l.fence = s.fence
        and l.engine_id = ${engine}
        and l.status = any (${[...statusesBefore('STARTING_FLOW_EXECUTION'), 'STARTING_FLOW_EXECUTION', 'STOPPING_FLOW_EXECUTION']})
      returning l.execution_id, l.engine_id, l.claimed_at, l.started_at, l.start_reports = 1 as is_first, s."podName" as pod_name`,
    // Left out if no run has a pod, because otherwise the record of an execution is not written at its start.
    named: starts.some(({ podName }) => podName !== undefined) ? namedPods : undefined,
    raised: raisedStarts(sql`started`),
  };
  return tx.rows(withSteps(steps, sql`select execution_id as id from started`));
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
        "rejectedRows" bigint, "exitCode" integer, "errorType" text, "errorMessage" text, "podName" text)`,
    ...endSteps({
      ended: sql`
        delete from live_execution l
        using f
        where l.execution_id = f.id
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
        and l.task_id = ended.task_id
        and l.attempts > 0
        and l.engine_id is null`,
  };
  return tx.rows(withSteps(steps, sql`select id, step, artifact_id is null as "isBuiltIn" from recorded`));
}

/** Engines remove characters that PostgreSQL cannot store. If an engine does not, its reports must not be refused again and again. */
export const toStorable = <Move extends Pick<FinishMove, 'errorType' | 'errorMessage'>>(move: Move): Move => ({
  ...move,
  errorType: move.errorType === undefined ? undefined : storable(move.errorType),
  errorMessage: move.errorMessage === undefined ? undefined : storable(move.errorMessage),
});

/**
 * Requests the end of executions whose live rows the caller has locked: at once if no engine has the execution, otherwise by its engine. Finished
 * ones stay as they are. Returns those that have ended.
 * @rule task-executions.end.waiting
 * @rule task-executions.end.again
 */
export function requestEnd(tx: Tx, ids: readonly string[]): Promise<ExecutionEnd[]> {
  const steps = {
    stopping: sql`
      update live_execution
      set status = 'STOPPING_FLOW_EXECUTION'
      where execution_id = any (${[...ids]})
        and status = any (${statusesBefore('STOPPING_FLOW_EXECUTION')})`,
    ...endSteps({
      ended: sql`
        delete from live_execution
        where execution_id = any (${[...ids]})
          and engine_id is null
        returning execution_id, plan_step_execution_id`,
      set: endedUnclaimed,
    }),
  };
  return tx.rows(withSteps(steps, sql`select id, step from recorded`));
}

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
