/** The statements of the engine protocol, except the moves of executions. Each is for one engine. */
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import { isLiveRowOf, type Lease } from '../task-executions/index.ts';

/** Selects those of the held executions that must be ended on request. */
export const selectStops = (tx: Tx, engine: string, held: readonly Lease[]): Promise<{ id: string }[]> =>
  tx.rows(sql`
    select l.execution_id as id
    from live_execution l
    join json_to_recordset(${json(held)}::json) as h ("executionId" uuid, fence bigint)
      on ${isLiveRowOf(sql`h."executionId"`)} and h.fence = l.fence
    where l.engine_id = ${engine}
      and l.status = 'STOPPING_FLOW_EXECUTION'`);

/**
 * Locks the executions that the engine holds under the reported fences; the rest of a report is refused. `first_line` is the index of the first log
 * line of this holder.
 * @rule task-executions.lease.fence
 */
export const lockHeld = (tx: Tx, engine: string, named: readonly Lease[]): Promise<{ id: string; fence: number; first_line: number }[]> =>
  tx.rows(sql`
    select l.execution_id as id, l.fence, l.first_line
    from live_execution l
    join json_to_recordset(${json(named)}::json) as h ("executionId" uuid, fence bigint)
      on ${isLiveRowOf(sql`h."executionId"`)} and h.fence = l.fence
    where l.engine_id = ${engine}
    order by h."executionId"
    for update of l`);

/**
 * The content that an engine may fetch: the bundle and the resources of an execution that it holds.
 * @rule task-executions.start.resources
 */
export const selectHeldContent = (
  tx: Tx,
  engine: string,
  hash: string,
): Promise<{ key: string; size: number; is_bundle: boolean } | undefined> =>
  tx.one(sql`
    select b.key, b.size, x.blob_hash = b.hash as is_bundle
    from live_execution l
    join task_execution x on x.id = l.execution_id
    join blob b on b.hash = ${hash}
    where l.engine_id = ${engine}
      and (x.blob_hash = b.hash or x.resources @> jsonb_build_array(jsonb_build_object('hash', b.hash)))
    limit 1`);
