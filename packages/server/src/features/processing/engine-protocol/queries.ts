/** The statements of the engine protocol beside the moves of executions. All are bound to one engine. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { json, sql, storable } from '../../../core/database/sql.ts';

/** An execution that an engine says it holds, with the fence of its claim. */
export type Lease = { executionId: string; fence: number };

/** Which of the held executions a person asked to end. */
export const selectStops = (tx: Tx, engine: string, held: readonly Lease[]): Promise<{ id: string }[]> =>
  tx.rows(sql`
    select l.execution_id as id
    from live_execution l
    join json_to_recordset(${json(held)}::json) as h ("executionId" uuid, fence bigint) on h."executionId" = l.execution_id and h.fence = l.fence
    where l.engine_id = ${engine}
      and l.status = 'STOPPING_FLOW_EXECUTION'`);

/**
 * Writes down that the engine lives, and what it says of itself: its version, how many executions it carries at once, how it isolates its tasks,
 * and why it cannot begin any. An engine that is withheld gets no work.
 * @rule remote-engines.illness.record
 */
export const beat = (
  tx: Tx,
  engine: string,
  { capacity, isolation, version, illness }: Omit<Schema<'Beat'>, 'running'>,
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
 * Gives nothing more to the claims of a process of the engine up to the named one, and waits for those that take something just now: what they took
 * can be put back after that, and nothing follows. Its last claim has nobody after it to look again.
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
 * Renews the leases that the engine really holds and returns those.
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
 * Locks those of the named executions that the engine holds under the named fence; all else in a report is refused. `first_line` is the number that
 * the first line of this holder gets.
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
 * The content that an engine may fetch: only that of an execution which it holds, be it the bundle or a resource.
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
