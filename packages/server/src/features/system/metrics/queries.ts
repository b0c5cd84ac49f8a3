/** The statements behind figures of the whole install. Each reads an index or a small table. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import { availability, illness } from '../../processing/task-executions/index.ts';

/** Executions that wait for an engine, and those that an engine holds. */
export const selectQueue = (tx: Tx): Promise<{ waiting: number; oldest: number; held: number }> =>
  tx.only(sql`
    select count(*) filter (where engine_id is null) as waiting,
           greatest(extract(epoch from now() - min(accepted_at) filter (where engine_id is null)), 0)::double precision as oldest,
           count(engine_id) as held
    from live_execution`);

/** Engines that are paired, those of them that take work, and those that say that they are ill. */
export const countEngines = (tx: Tx): Promise<{ paired: number; available: number; ill: number }> =>
  tx.only(sql`
    select count(*) as paired, count(*) filter (where ${availability} = 'AVAILABLE') as available, count(${illness}) as ill
    from engine g
    where g.paired_at is not null`);

/** Instants that are due and that nobody has fired yet. */
export const selectOverdue = (tx: Tx): Promise<{ triggers: number; seconds: number }> =>
  tx.only(sql`
    select count(*) as triggers, coalesce(extract(epoch from now() - min(next_at)), 0)::double precision as seconds
    from time_trigger
    where next_at <= now()`);

/** Background jobs that wait or run, and those of them that have failed at least once. */
export const selectJobs = (tx: Tx): Promise<{ queued: number; failed: number }> =>
  tx.only(sql`
    select count(*) as queued, count(last_error) as failed
    from graphile_worker.jobs`);
