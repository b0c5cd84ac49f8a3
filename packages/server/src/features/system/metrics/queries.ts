/** The SQL statements of metrics of the install. Each reads an index or a small table. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import { availability, illness } from '../../processing/task-executions/index.ts';

/** Counts the executions that wait for an engine and those that an engine holds; `oldest` is the longest waiting time in seconds. */
export const selectQueue = (tx: Tx): Promise<{ waiting: number; oldest: number; held: number }> =>
  tx.only(sql`
    select count(*) filter (where engine_id is null) as waiting,
           greatest(extract(epoch from now() - min(accepted_at) filter (where engine_id is null)), 0)::double precision as oldest,
           count(engine_id) as held
    from live_execution`);

/** Counts the paired engines, those of them that are available, and those that are ill. */
export const countEngines = (tx: Tx): Promise<{ paired: number; available: number; ill: number }> =>
  tx.only(sql`
    select count(*) as paired, count(*) filter (where ${availability} = 'AVAILABLE') as available, count(${illness}) as ill
    from engine g
    where g.paired_at is not null`);

/** Counts the triggers that are due but not fired; `seconds` is the delay of the oldest. */
export const selectOverdue = (tx: Tx): Promise<{ triggers: number; seconds: number }> =>
  tx.only(sql`
    select count(*) as triggers, coalesce(extract(epoch from now() - min(next_at)), 0)::double precision as seconds
    from time_trigger
    where next_at <= now()`);

/** Counts the background jobs that wait or run, and those of them that have failed at least once. */
export const selectJobs = (tx: Tx): Promise<{ queued: number; failed: number }> =>
  tx.only(sql`
    select count(*) as queued, count(last_error) as failed
    from graphile_worker.jobs`);
