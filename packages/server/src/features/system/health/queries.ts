/** The statements behind readiness. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import { sendsHeartbeats } from '../../processing/task-executions/index.ts';

/** The newest migration that the database has, and whether it takes writes: a standby and a database that was set so do not. */
export const selectState = (tx: Tx): Promise<{ newest: string | null; takes_writes: boolean }> =>
  tx.only(sql`
    select max(name) as newest, current_setting('transaction_read_only') = 'off' as takes_writes
    from schema_migration`);

/** The weakest isolation among the engines whose heartbeats come in; null while none has sent one. */
export const selectIsolation = (tx: Tx): Promise<{ isolation: Schema<'Isolation'> | null }> =>
  tx.only(sql`
    select case
             when bool_or(isolation = 'none') then 'none'
             when bool_or(isolation = 'namespace') then 'namespace'
             else min(isolation)
           end as isolation
    from engine g
    where ${sendsHeartbeats}`);
