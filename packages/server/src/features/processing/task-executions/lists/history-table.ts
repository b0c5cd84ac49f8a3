/** The table of the history of task executions. */
import type { PartitionedTable } from '../../../../core/database/partitions.ts';
import { sql } from '../../../../core/database/sql.ts';

/**
 * The history has a partition for each month of acceptance. A partition with an execution that has not ended stays.
 * @rule history.retention.whole-months
 */
export const historyTable: PartitionedTable = {
  table: 'task_execution',
  key: 'id',
  length: 'month',
  // A row is written at acceptance and again at the end: with free space, the second version stays on the same page.
  storage: 'fillfactor = 75',
  isNeeded: (tx, { from, to }) =>
    tx.any(sql`
      select execution_id
      from live_execution
      where execution_id >= ${from}
        and execution_id < ${to}
      limit 1`),
};
