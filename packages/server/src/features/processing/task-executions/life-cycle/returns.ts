/** The statements that put executions back into the queue, of claims that were not answered and from engines that could not start them. */
import type { Tx } from '../../../../core/database/db.ts';
import { json, sql, type Sql } from '../../../../core/database/sql.ts';
import { withSteps } from '../../../../core/database/with-steps.ts';
import { nextIndexOf } from '../../../monitoring/log-store/index.ts';
import { type ExecutionEnd, toStorable } from './moves.ts';
import { endedUnclaimed, endSteps } from './retries.ts';
import { statusesBefore } from './states.ts';
import { claimTimeOf } from './execution-row.ts';

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

/** Executions whose end was requested meanwhile end instead of going back. */
function giveBack(tx: Tx, condition: Sql): Promise<{ id: string }[]> {
  const steps = {
    lost: sql`
      select execution_id, status
      from live_execution
      where ${condition}
        and started_at is null
      order by execution_id
      for update`,
    ...endSteps({
      ended: sql`
        delete from live_execution l
        using lost
        where l.execution_id = lost.execution_id
          and lost.status = 'STOPPING_FLOW_EXECUTION'
        returning l.execution_id, l.plan_step_execution_id`,
      set: endedUnclaimed,
    }),
  };
  return tx.rows(
    withSteps(
      steps,
      sql`
        update live_execution l
        set ${queuedAgain}
        from lost
        where l.execution_id = lost.execution_id
          and lost.status = any (${statusesBefore('EXECUTION_EVENT_RECEIVED')})
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
        where l.execution_id = r.execution_id
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
      where l.execution_id = r.execution_id
        and not r.over`,
  };
  return tx.rows(withSteps(steps, sql`select execution_id as id, plan_step_execution_id as step, over from returned`));
}
