/** The statements of the engine protocol, except the moves of executions. Each is for one engine. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { json, sql, storable } from '../../../core/database/sql.ts';

/** An execution that an engine reports to hold, with the fence of its claim. */
export type Lease = { executionId: string; fence: number };

/** Which of the held executions are to be ended on request. */
export const selectStops = (tx: Tx, engine: string, held: readonly Lease[]): Promise<{ id: string }[]> =>
  tx.rows(sql`
    select l.execution_id as id
    from live_execution l
    join json_to_recordset(${json(held)}::json) as h ("executionId" uuid, fence bigint) on h."executionId" = l.execution_id and h.fence = l.fence
    where l.engine_id = ${engine}
      and l.status = 'STOPPING_FLOW_EXECUTION'`);

/**
 * Stores a heartbeat with what the engine reports: its version, its capacity, how it isolates its tasks, and its illness. An engine that is
 * withheld gets no work.
 * @rule remote-engines.illness.record
 */
export const heartbeat = (
  tx: Tx,
  engine: string,
  { capacity, isolation, version, illness }: Omit<Schema<'Heartbeat'>, 'running'>,
  isWithheld: boolean,
): Promise<unknown> =>
  tx.rows(sql`
    update engine
    set last_beat_at = now(),
        capacity = ${capacity ?? null},
        isolation = ${isolation ?? 'none'},
        program_version = coalesce(${version === undefined ? null : storable(version)}, program_version),
        withheld_at = case when ${isWithheld}::boolean then coalesce(withheld_at, now()) end,
        ill_code = ${illness ? storable(illness.code) : null},
        ill_message = ${illness ? storable(illness.message) : null},
        ill_since = case when ${illness !== undefined} then coalesce(ill_since, now()) end
    where id = ${engine}`);

/**
 * Closes the claims of a process of the engine up to a number, and waits for those that are under way. After that, what they took can go back into
 * the queue, and they take nothing more.
 * @rule task-executions.lease.unanswered
 */
export const closeClaims = (tx: Tx, engine: string, incarnation: string, upTo: number): Promise<unknown> =>
  tx.rows(sql`
    with open as materialized (
      select id
      from engine
      where id = ${engine}
        and (given_up_incarnation is distinct from ${incarnation} or given_up_number < ${upTo})
      for update
    )
    update engine e
    set given_up_incarnation = ${incarnation},
        given_up_number = ${upTo}
    from open
    where e.id = open.id`);

/**
 * Renews the leases that the engine holds, and returns those.
 * @rule remote-engines.limits.heartbeat
 */
export const renew = (tx: Tx, engine: string, held: readonly Lease[], leaseSeconds: number): Promise<{ id: string; stopping: boolean }[]> =>
  tx.rows(sql`
    with held as materialized (
      select l.execution_id
      from live_execution l
      join json_to_recordset(${json(held)}::json) as h ("executionId" uuid, fence bigint) on h."executionId" = l.execution_id and h.fence = l.fence
      where l.engine_id = ${engine}
      order by l.execution_id
      for no key update of l
    )
    update live_execution l
    set lease_expires_at = now() + make_interval(secs => ${leaseSeconds})
    from held
    where l.execution_id = held.execution_id
    returning l.execution_id as id, l.status = 'STOPPING_FLOW_EXECUTION' as stopping`);

/**
 * Locks the executions that the engine holds under the reported fences; the rest of a report is refused. `first_line` is the index of the first log
 * line of this holder.
 * @rule task-executions.lease.fence
 */
export const lockHeld = (tx: Tx, engine: string, named: readonly Lease[]): Promise<{ id: string; fence: number; first_line: number }[]> =>
  tx.rows(sql`
    select l.execution_id as id, l.fence, l.first_line
    from live_execution l
    join json_to_recordset(${json(named)}::json) as h ("executionId" uuid, fence bigint) on h."executionId" = l.execution_id and h.fence = l.fence
    where l.engine_id = ${engine}
    order by l.execution_id
    for update of l`);

/**
 * The content that an engine may fetch: the bundle and the resources of an execution that it holds.
 * @rule task-executions.start.resources
 */
export const selectHeldContent = (
  tx: Tx,
  engine: string,
  hash: string,
): Promise<{ key: string; size: number; bundle: boolean } | undefined> =>
  tx.one(sql`
    select b.key, b.size, x.blob_hash = b.hash as bundle
    from live_execution l
    join task_execution x on x.id = l.execution_id
    join blob b on b.hash = ${hash}
    where l.engine_id = ${engine}
      and (x.blob_hash = b.hash or x.resources @> jsonb_build_array(jsonb_build_object('hash', b.hash)))
    limit 1`);
