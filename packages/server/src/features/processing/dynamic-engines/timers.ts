/** The timer of dynamic engines. */
import { servedFor } from '../../../core/background/presence.ts';
import type { Timer } from '../../../core/background/jobs.ts';
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import { endAssignments } from './assignment-queries.ts';
import { removeDynamicEngines } from './queries.ts';
import { FRESH_SECONDS, isFresh } from './states.ts';

/**
 * Ends the removals of engines whose operators are silent although the API was served long enough for several reports. When such an operator reports
 * again, it removes what is not assigned.
 * @rule dynamic-engines.delete.silent
 */
export const endSilentRemovals: Timer = {
  name: 'end-silent-removals',
  milliseconds: 5000,
  does: 'ends removals of dynamic engines and of their environments when the operator is silent',
  async run({ db, log }) {
    const engines = await db.transaction(endRemovals);
    if (engines.length > 0) log.warn({ engines }, 'the operators of dynamic engines are silent: their removals have ended');
  },
};

async function endRemovals(tx: Tx): Promise<string[]> {
  const silent = await tx.rows<{ id: string; deleted: boolean }>(sql`
    select d.id, d.deleted_at is not null as deleted
    from dynamic_engine d
    where not ${isFresh}
      and ${servedFor(2 * FRESH_SECONDS)}
      and (
        d.deleted_at is not null
        or exists (
          select from dynamic_engine_assignment a
          where a.dynamic_engine_id = d.id
            and a.removing_at is not null))
    order by d.id
    for update skip locked`);
  if (silent.length === 0) return [];
  const ids = silent.map(({ id }) => id);
  await endAssignments(tx, undefined, sql`a.dynamic_engine_id = any (${ids}) and a.removing_at is not null`);
  await removeDynamicEngines(
    tx,
    silent.filter(({ deleted }) => deleted).map(({ id }) => id),
  );
  return ids;
}
