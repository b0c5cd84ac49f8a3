/** The statement behind readiness. */
import type { Tx } from '../../../core/db.ts';
import { sql } from '../../../core/sql.ts';

/** The newest migration that the database has. */
export const selectNewestMigration = (tx: Tx): Promise<{ name: string | null }> =>
  tx.only(sql`
    select max(name) as name
    from schema_migration`);
