/** How the history of task executions is kept. */
import type { PartitionedTable } from '../../../../core/database/partitions.ts';
import { sql } from '../../../../core/database/sql.ts';

/**
 * The history by the month in which an execution was accepted. What is not finished keeps its month.
 * @rule history.retention.whole-months
 */
export const historyTable: PartitionedTable = {
  table: 'task_execution',
  key: 'id',
  span: 'month',
  // A row is written when its execution is accepted and once more when it ends: the second version finds room beside the first.
  storage: 'fillfactor = 75',
  isNeeded: async (tx, { from, to }) =>
    (
      await tx.only<{ needed: boolean }>(sql`
        select exists (
          select from live_execution
          where execution_id >= ${from}
            and execution_id < ${to}) as needed`)
    ).needed,
};
