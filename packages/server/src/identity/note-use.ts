/** The last use of a credential that is stored in a table. */
import { DatabaseUnavailable } from '../core/database/db.ts';
import { sql, type Sql } from '../core/database/sql.ts';

/** Seconds between two stored uses of a credential. Storing each use would cost a write for every read. */
const USE_RESOLUTION_SECONDS = 60;

/** Builds the condition that the last use in a column is so old that a new use must be stored. */
export const isStale = (lastUsed: Sql): Sql => sql`coalesce(${lastUsed} < now() - make_interval(secs => ${USE_RESOLUTION_SECONDS}), true)`;

/** Stores the use of credentials by their ids. If the database is unavailable or read-only, the call succeeds all the same, and a later use is stored. */
export async function noteUse(ids: readonly string[], store: (ids: string[]) => Promise<unknown>): Promise<void> {
  if (ids.length === 0) return;
  try {
    await store([...ids]);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
  }
}
