/** Every statement that moves a task execution to another status. Each names the statuses it may come from, so that no race can undo an end. */
import type { Tx } from '../../../core/db.ts';
import { json, sql, storable } from '../../../core/sql.ts';
import { from, type Outcome } from './states.ts';
import type { RunResource } from './task-access.ts';

/** What an engine is told of an execution that it claimed. */
export type ClaimedRow = {
  id: string;
  fence: number;
  task_id: string;
  task_name: string;
  artifact_name: string;
  artifact_version: string;
  layout: 'job-archive' | 'millrace' | 'inline';
  blob_hash: string;
  blob_size: number;
  parameters: Record<string, string>;
  connections: Record<string, string>;
  resources: RunResource[];
  jvm_arguments: string[];
  log_level: 'OFF' | 'ERROR' | 'WARN' | 'INFO';
  timeout_minutes: number | null;
};

/**
 * Hands the oldest waiting executions to an engine, each to one engine only.
 * @rule task-executions.start.cloud
 * @rule task-executions.start.engine
 * @rule task-executions.start.cluster
 * @rule remote-engines.unpair.credential
 * @rule remote-engines.pair.environment
 */
export const claim = (
  tx: Tx,
  engine: { engineId: string; environment: string; credential: Buffer },
  most: number,
  leaseSeconds: number,
): Promise<ClaimedRow[]> =>
  tx.rows(sql`
    with waiting as (
      select id
      from task_execution
      where environment_id = ${engine.environment}
        and status = 'EXECUTION_EVENT_RECEIVED'
        and (wanted_engine_id is null or wanted_engine_id = ${engine.engineId})
        and (wanted_cluster_id is null or wanted_cluster_id = (select cluster_id from engine where id = ${engine.engineId}))
      order by id
      limit ${most}
      for update skip locked
    )
    update task_execution x
    set status = 'DISPATCHING_FLOW',
        engine_id = ${engine.engineId},
        engine_runtime_id = e.runtime_id,
        fence = x.fence + 1,
        lease_expires_at = now() + make_interval(secs => ${leaseSeconds})
    from waiting, engine e
    where x.id = waiting.id
      and e.id = ${engine.engineId}
      and e.credential_hash = ${engine.credential}
    returning x.id, x.fence, x.task_id, x.task_name, x.artifact_name, x.artifact_version, x.layout, x.blob_hash, x.parameters, x.connections,
              x.resources, x.jvm_arguments, x.log_level, x.timeout_minutes,
              coalesce((select size from blob where hash = x.blob_hash), 0) as blob_size`);

/** A start that an engine reports. */
export type StartMove = { id: string; startedAt: number };

/** Marks executions as running. One that is being stopped stays so and only learns when it started. */
export const markStarted = (tx: Tx, starts: readonly StartMove[]): Promise<unknown> =>
  tx.rows(sql`
    update task_execution x
    set status = case x.status when 'DISPATCHING_FLOW' then 'STARTING_FLOW_EXECUTION' else x.status end,
        started_at = coalesce(x.started_at, to_timestamp(s."startedAt" / 1000.0))
    from json_to_recordset(${json(starts)}::json) as s (id uuid, "startedAt" double precision)
    where x.id = s.id
      and x.status = any (${[...from('STARTING_FLOW_EXECUTION'), 'STOPPING_FLOW_EXECUTION']})`);

/** An outcome that an engine reports. */
export type FinishMove = {
  id: string;
  outcome: Outcome;
  startedAt?: number | undefined;
  finishedAt: number;
  processedRows?: number | undefined;
  rejectedRows?: number | undefined;
  errorType?: string | undefined;
  errorMessage?: string | undefined;
};

/** Ends executions with the outcomes that their engine reports. */
export const markFinished = (tx: Tx, finishes: readonly FinishMove[]): Promise<unknown> =>
  tx.rows(sql`
    update task_execution x
    set status = f.outcome,
        started_at = coalesce(x.started_at, to_timestamp(f."startedAt" / 1000.0)),
        finished_at = to_timestamp(f."finishedAt" / 1000.0),
        processed_rows = f."processedRows",
        rejected_rows = f."rejectedRows",
        error_type = f."errorType",
        error_message = f."errorMessage",
        lease_expires_at = null
    from json_to_recordset(${json(finishes.map(toStorable))}::json) as f (
      id uuid, outcome text, "startedAt" double precision, "finishedAt" double precision, "processedRows" bigint, "rejectedRows" bigint,
      "errorType" text, "errorMessage" text)
    where x.id = f.id
      and x.status = any (${from('EXECUTION_SUCCESS')})`);

/** Engines clean their messages; one that does not must not block its own report for ever. */
const toStorable = (finish: FinishMove): FinishMove => ({
  ...finish,
  errorType: finish.errorType === undefined ? undefined : storable(finish.errorType),
  errorMessage: finish.errorMessage === undefined ? undefined : storable(finish.errorMessage),
});

/**
 * Asks for the end of an execution: at once where no engine has it yet, by its engine otherwise. A finished one stays as it is.
 * @rule task-executions.end.waiting
 * @rule task-executions.end.again
 */
export const requestEnd = (tx: Tx, ids: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    update task_execution
    set status = case when lease_expires_at is null then 'EXECUTION_TERMINATED' else 'STOPPING_FLOW_EXECUTION' end,
        finished_at = case when lease_expires_at is null then now() end,
        error_message = case when lease_expires_at is null then 'Terminated before an engine took it.' end
    where id = any (${[...ids]})
      and status = any (${['EXECUTION_EVENT_RECEIVED', ...from('STOPPING_FLOW_EXECUTION')]})`);

/**
 * Ends executions whose engine has let its lease run out, and says so in their logs. The fence rises, so that what the engine still sends is refused.
 * @rule task-executions.lease.expired
 */
export const expireLeases = (tx: Tx, most: number): Promise<{ id: string }[]> =>
  tx.rows(sql`
    with dead as (
      select x.id, x.status, e.name,
             to_char(x.lease_expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until
      from task_execution x
      left join engine e on e.id = x.engine_id
      where x.lease_expires_at < now()
      order by x.lease_expires_at
      limit ${most}
      for update of x skip locked
    ), ended as (
      update task_execution x
      set status = case dead.status when 'STOPPING_FLOW_EXECUTION' then 'EXECUTION_TERMINATED' else 'EXECUTION_FAILED' end,
          finished_at = now(),
          error_type = 'ENGINE_LOST',
          error_message = 'The engine ''' || coalesce(dead.name, '?') || ''' stopped answering; its lease ended at ' || dead.until
            || '. Whether the run went on there is unknown.',
          fence = x.fence + 1,
          lease_expires_at = null
      from dead
      where x.id = dead.id
      returning x.id, x.error_message
    )
    insert into execution_log_line (execution_id, index, logged_at, severity, type, message)
    select ended.id, coalesce((select max(l.index) + 1 from execution_log_line l where l.execution_id = ended.id), 0), now(), 'ERROR', 'SYSTEM',
           ended.error_message
    from ended
    returning execution_id as id`);

/**
 * Lets the leases of an engine run out now: it is not to come back. What they held ends as lost in the next seconds.
 * @rule remote-engines.unpair.executions
 */
export const endLeases = (tx: Tx, engine: string): Promise<unknown> =>
  tx.rows(sql`
    update task_execution
    set lease_expires_at = now()
    where engine_id = ${engine}
      and lease_expires_at > now()`);
