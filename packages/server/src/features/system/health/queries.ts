/** The SQL statements of the readiness check. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import { sendsHeartbeats } from '../../processing/task-executions/index.ts';

/** Selects the newest migration of the database, and whether it is writable: a standby is not. */
export const selectState = (tx: Tx): Promise<{ newest: string | null; is_writable: boolean }> =>
  tx.only(sql`
    select max(name) as newest, current_setting('transaction_read_only') = 'off' as is_writable
    from schema_migration`);

/** Selects the weakest isolation among the engines that send heartbeats; null without an engine. */
export const selectIsolation = (tx: Tx): Promise<{ isolation: Schema<'Isolation'> | null }> =>
  tx.only(sql`
    select case
             when bool_or(isolation = 'none') then 'none'
             when bool_or(isolation = 'namespace') then 'namespace'
             else min(isolation)
           end as isolation
    from engine g
    where ${sendsHeartbeats}`);
