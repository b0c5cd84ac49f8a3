/** Databases like that of an install that is older than a month. */
import { timeOfId } from '../../src/core/base/id.ts';
import type { Database } from '../../src/core/database/db.ts';
import { listPartitions, partitionAt } from '../../src/core/database/partitions.ts';
import { verbatim } from '../../src/core/database/sql.ts';
import { historyTable } from '../../src/features/processing/task-executions/life-cycle/executions.ts';

/**
 * Splits the first partition of the history, which a new install uses for all times until the end of its first month. Later, the partition of the current
 * month is never the first one, and PostgreSQL has lost updates only then (ADR 118). The history must be empty.
 */
export async function addEarlierMonths({ writer }: Database): Promise<void> {
  const [first] = await listPartitions(writer, historyTable);
  if (!first) throw new Error('The history has no partition.');
  const { from } = partitionAt(historyTable, timeOfId(first.to), -1);
  const create = (name: string, start: string, end: string) =>
    writer.rows(
      verbatim(`
        create table ${name} partition of task_execution
        for values from ('${start}') to ('${end}')
        with (${historyTable.storage})`),
    );
  await writer.rows(verbatim(`drop table ${first.name}`));
  await create('task_execution_earlier', first.from, from);
  await create(first.name, from, first.to);
}
