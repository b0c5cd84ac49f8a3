/** The leases under which engines hold executions. */
import type { Tx } from '../../../../core/database/db.ts';
import { json, sql } from '../../../../core/database/sql.ts';

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
