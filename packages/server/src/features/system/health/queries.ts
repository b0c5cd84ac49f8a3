/** The statement behind readiness. */
import type { Tx } from '../../../core/db.ts';
import { sql } from '../../../core/sql.ts';

/** The newest migration that the database has, and whether it takes writes: a standby and a database that was set so do not. */
export const selectState = (tx: Tx): Promise<{ newest: string | null; takes_writes: boolean }> =>
  tx.only(sql`
    select max(name) as newest, current_setting('transaction_read_only') = 'off' as takes_writes
    from schema_migration`);
